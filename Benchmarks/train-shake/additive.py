# SPDX-License-Identifier: Apache-2.0
"""An additive logistic model with piecewise linear curves."""

import numpy as np
from scipy.optimize import minimize


class Additive:
    """score(x) = bias + the sum of one curve for each feature.

    A curve is the sum of ramps between its knots, and `signs` keeps all ramps of a curve rising (1), falling (-1) or
    free (0). So a curve cannot follow chance against what physics says, and each can be drawn.
    """

    def __init__(self, knots, signs, smoothness):
        self.knots, self.signs, self.smoothness = knots, signs, smoothness
        ends = np.cumsum([len(k) - 1 for k in knots])
        self.slices = [slice(e - len(k) + 1, e) for k, e in zip(knots, ends)]
        self.bounds = []
        for k, sign in zip(knots, signs):
            limit = (0, None) if sign > 0 else (None, 0) if sign < 0 else (None, None)
            self.bounds += [limit] * (len(k) - 1)
        self.bounds.append((None, None))

    def ramps(self, rows):
        """One column for each piece of each curve, from 0 at its beginning to 1 at its end."""
        columns = []
        for index, knots in enumerate(self.knots):
            x = rows[:, index]
            columns += [np.clip((x - a) / (b - a), 0, 1) for a, b in zip(knots[:-1], knots[1:])]
        return np.stack(columns, 1).astype(np.float32)

    def fit(self, ramps, labels, weights, start=None):
        """Finds the ramps' heights by regularized maximum likelihood."""
        weights = (weights / weights.sum()).astype(np.float32)
        signs = np.where(labels, 1, -1).astype(np.float32)

        def loss(heights):
            margin = signs * (ramps @ heights[:-1].astype(np.float32) + np.float32(heights[-1]))
            slope = -signs / (1 + np.exp(np.minimum(margin, 60))) * weights
            gradient = np.concatenate([ramps.T @ slope, [slope.sum()]]).astype(float)
            value = float((np.logaddexp(0, -margin) * weights).sum())
            h = heights[:-1]
            value += self.smoothness * float(h @ h)
            gradient[:-1] += 2 * self.smoothness * h
            for s in self.slices:
                bend = np.diff(h[s])
                value += self.smoothness * float(bend @ bend)
                gradient[s.start + 1 : s.stop] += 2 * self.smoothness * bend
                gradient[s.start : s.stop - 1] -= 2 * self.smoothness * bend
            return value, gradient

        first = np.zeros(ramps.shape[1] + 1) if start is None else start
        options = dict(maxiter=150, maxcor=20)
        self.heights = minimize(loss, first, jac=True, method="L-BFGS-B", bounds=self.bounds, options=options).x
        return self

    def score(self, ramps):
        return ramps @ self.heights[:-1].astype(np.float32) + np.float32(self.heights[-1])

    def curves(self):
        """For each feature the values at its knots."""
        return [np.concatenate([[0], np.cumsum(self.heights[s])]) for s in self.slices]
