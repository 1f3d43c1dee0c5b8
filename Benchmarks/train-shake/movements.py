# SPDX-License-Identifier: Apache-2.0
"""The feature tables that `score-shake --features` wrote, with the labels of the manifest."""

import json
import pathlib

import numpy as np

RATES = ["native", "100", "50", "25", "12.5", "adaptive", "10"]
# As ShakeModel.Density has it: a sparse sensor has curves of its own, a longer window, and needs two samples in a row.
DENSITIES = ["dense", "sparse"]
SPARSE = 0.055
# As ShakeModel.Bars has it: the intervals that have a bar; rows are judged by the nearest one when a bar is chosen.
INTERVALS = [0.01, 0.02, 0.04, 0.08, 0.1]
FIRST_SPARSE = 3
# As FewSamples has it: a sparse sensor's slow movement needs two half swings in a row, and each a third half swing, with the
# first share of the strongest at 12.5 samples a second and more, and the second at 10 and fewer.
SLOW, LEAST_RUN = 2.2, 2
LEAST_THIRD, LEAST_THIRD_OF_TEN, OF_TWELVE, OF_TEN = 0.35, 0.25, 0.08, 0.1
EDGES = [0.015, 0.03, SPARSE, 0.09]
FEATURES = [
    "strength", "share", "turn", "weightless", "roughness", "frequency", "interval",
    "weaker-side", "footing", "third-swing", "swings", "skew", "least-force", "run", "unrest",
]


class Movements:
    """The rows of a folder of recordings: one for each instant at which the detector would have decided."""

    def __init__(self, folder, table):
        recordings = json.loads((pathlib.Path(folder) / "manifest.json").read_text())["recordings"]
        rows = np.fromfile(table, dtype="<f4").reshape(-1, 3 + len(FEATURES))
        self.recordings = recordings
        self.recording = rows[:, 0].astype(int)
        self.rate = rows[:, 1].astype(int) % len(RATES)
        self.instant = rows[:, 1].astype(int) // len(RATES)
        # How many instants the rates below a recording's own were read at, in turn.
        self.instants = int(self.instant.max()) + 1
        self.time = rows[:, 2]
        self.rows = rows[:, 3:]
        self.kind = np.array([r.get("class") or r["label"] for r in recordings])
        self.group = np.array([r.get("group", "?") for r in recordings])
        self.source = np.array([g.split("/")[0] for g in self.group])
        self.hours = np.array([r["duration_s"] / 3600 for r in recordings])
        self.hertz = np.array([r["rate_hz"] for r in recordings])
        interval = self.rows[:, FEATURES.index("interval")]
        self.is_sparse = interval > SPARSE
        self.nearest = np.digitize(interval, EDGES)
        self.find_segments()
        self.find_bouts()

    def find_segments(self):
        """The rows of each recording at each instant and rate, as a range."""
        key = (self.recording * self.instants + self.instant) * len(RATES) + self.rate
        edges = np.concatenate([[0], np.flatnonzero(np.diff(key)) + 1, [len(key)]])
        self.segments = {key[a]: (a, b) for a, b in zip(edges[:-1], edges[1:]) if a < b}

    def segment(self, recording, rate, instant=0):
        """The range for a rate; that of the native rate where the recording is slower, and None where it does not suit."""
        if RATES[rate] == "adaptive" and self.hertz[recording] < 49.5:
            return None
        if RATES[rate] == "adaptive":
            instant = 0
        elif RATES[rate] == "native" or self.hertz[recording] <= float(RATES[rate]) * 1.05:
            rate, instant = 0, 0
        return self.segments.get((recording * self.instants + instant) * len(RATES) + rate, (0, 0))

    def find_bouts(self):
        self.bouts = []
        self.bout = np.full(len(self.time), -1)
        self.is_shake = np.zeros(len(self.time), bool)
        for index, recording in enumerate(self.recordings):
            if recording["label"] != "shake":
                continue
            for bout in recording.get("bouts") or []:
                onset = bout["t0"] if bout.get("onset") is None else bout["onset"]
                self.mark(index, len(self.bouts), onset, bout["t1"])
                self.bouts.append((index, onset, bout["t1"], bout.get("onset") is not None, bout))

    def mark(self, recording, bout, onset, end):
        for rate in range(len(RATES)):
            a, b = self.segments.get(recording * self.instants * len(RATES) + rate, (0, 0))
            time = self.time[a:b]
            low, high = np.searchsorted(time, [onset, end + 0.5])
            self.bout[a + low : a + high] = bout
            # The window needs a part of the shake before it looks like one.
            low, high = np.searchsorted(time, [onset + 0.25, end + 0.1])
            self.is_shake[a + low : a + high] = True

    def best(self, scores, rate):
        """The highest score of each bout; NaN where the rate does not suit the recording."""
        result = []
        for recording, onset, end, _, _ in self.bouts:
            segment = self.segment(recording, rate)
            if segment is None:
                result.append(np.nan)
                continue
            a, b = segment
            low, high = a + np.searchsorted(self.time[a:b], [onset, end + 0.5])
            result.append(scores[low:high].max() if high > low else -np.inf)
        return np.array(result)

    def peaks(self, scores, chosen, rate, instant=0):
        """The highest score of each movement of the chosen recordings, the highest first; a second ends a movement."""
        result = []
        for recording in np.flatnonzero(chosen):
            a, b = self.segment(recording, rate, instant) or (0, 0)
            if a < b:
                breaks = np.flatnonzero(np.diff(self.time[a:b]) > 1) + 1
                result += [part.max() for part in np.split(scores[a:b], breaks)]
        return np.sort(np.array(result))[::-1]

    def peaks_of_instants(self, scores, chosen, rate):
        """The same of all instants, so each movement counts as often as there are instants."""
        return np.sort(np.concatenate([self.peaks(scores, chosen, rate, i) for i in range(self.instants)]))[::-1]

    def heed(self, scores):
        """The scores that count: of a sparse sensor the lower one of two samples in a row that swing, as FewSamples has it."""
        interval = self.rows[:, FEATURES.index("interval")]
        follows = np.zeros(len(scores), bool)
        follows[1:] = (self.recording[1:] == self.recording[:-1]) & (self.rate[1:] == self.rate[:-1])
        follows[1:] &= self.instant[1:] == self.instant[:-1]
        follows[1:] &= np.diff(self.time) < 1.5 * interval[1:]
        before = np.full(len(scores), -np.inf, np.float32)
        before[1:] = np.where(follows[1:], scores[:-1], -np.inf)
        heeded = np.where(self.swings(), np.minimum(scores, before), np.float32(-np.inf))
        return np.where(self.is_sparse, heeded, scores)

    def swings(self):
        """Whether each row of a sparse sensor swings as a shake does."""
        frequency, run, third, interval = (
            self.rows[:, FEATURES.index(name)] for name in ("frequency", "run", "third-swing", "interval")
        )
        seen = np.clip((OF_TEN - interval) / (OF_TEN - OF_TWELVE), 0, 1)
        least = LEAST_THIRD_OF_TEN + (LEAST_THIRD - LEAST_THIRD_OF_TEN) * seen
        return ((frequency >= SLOW) | (run >= LEAST_RUN)) & (third >= least)

    def bars(self, values):
        """The bar of each row, as ShakeModel.Bars has it, from those of the intervals."""
        interval = self.rows[:, FEATURES.index("interval")]
        dense = np.interp(interval, INTERVALS[:FIRST_SPARSE], values[:FIRST_SPARSE])
        sparse = np.interp(interval, INTERVALS[FIRST_SPARSE:], values[FIRST_SPARSE:])
        return np.where(self.is_sparse, sparse, dense).astype(np.float32)

    def share_of_hours(self, chosen, rate, place):
        """The hours of the chosen recordings that are read near an interval, by what most rows of each have.

        Recordings without a row, in which nothing moves, are shared out as the others are.
        """
        found = np.zeros(len(INTERVALS))
        for recording in np.flatnonzero(chosen):
            a, b = self.segment(recording, rate) or (0, 0)
            if a < b:
                found[np.bincount(self.nearest[a:b], minlength=len(INTERVALS)).argmax()] += self.hours[recording]
        return self.hours[chosen].sum() * found[place] / max(found.sum(), 1e-9)

    def delays(self, scores, bar, rate):
        """Seconds from the onset of each clear bout to the first row that reaches the bar."""
        result = []
        for recording, onset, end, has_onset, _ in self.bouts:
            segment = self.segment(recording, rate)
            if segment is None or not has_onset or not self.recordings[recording].get("clear"):
                continue
            a, b = segment
            time = self.time[a:b]
            hit = (scores[a:b] >= bar) & (time >= onset) & (time <= end + 0.5)
            if hit.any():
                result.append(float(time[hit][0] - onset))
        return result
