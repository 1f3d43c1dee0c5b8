# SPDX-License-Identifier: Apache-2.0
"""Learns the curves and bars of the shake recognizer, and reports each fold; see docs/shake.md.

train.py DATA DATA.f32 SIM SIM.f32 MODEL CURVE REPORT PICTURES
"""

import os

# One thread and one kind of arithmetic, so that the same inputs give the same bytes.
os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", OPENBLAS_CORETYPE="Haswell")

import sys

import numpy as np

import report
import use
from additive import Additive
from movements import DENSITIES, FEATURES, FIRST_SPARSE, INTERVALS, RATES, Movements

# Knots where the quantity changes its meaning, and the direction that physics gives: 1 where more is more like a shake.
CURVES = {
    "strength": ([2, 3, 4.5, 6.5, 9, 12, 16, 22], 1),
    "share": ([0.5, 0.6, 0.7, 0.8, 0.9, 0.97], 1),
    "turn": ([0, 3, 6, 10, 16], -1),
    "weightless": ([0, 0.05, 0.1, 0.2, 0.35], -1),
    "roughness": ([0.2, 0.35, 0.5, 0.7, 0.9, 1.2, 1.6], -1),
    "frequency": ([1.2, 1.8, 2.4, 3, 3.8, 4.8, 6, 8, 10], 0),
    "interval": ([0.015, 0.025, 0.035, 0.045, 0.06, 0.08], 0),
    "weaker-side": ([2, 4, 6, 8, 10, 13, 17, 24], 1),
    "footing": ([0, 0.15, 0.3, 0.45, 0.6, 0.8], -1),
    "third-swing": ([0, 0.2, 0.4, 0.6, 0.8], 1),
    "swings": ([1, 2, 3, 4, 5, 6], 1),
    "skew": ([-0.3, 0, 0.2, 0.4, 0.7, 1.1], -1),
    "least-force": ([0, 2, 4, 6, 8, 9.8], 0),
    "run": ([1, 2, 3, 4, 5, 6, 8], 1),
    "unrest": ([0.3, 1, 2, 3, 4.5, 6, 8, 11], -1),
}
SMOOTHNESS = 1e-4
# How much the first 0.6 s of a clear shake count more than the rest, in which a shake has time to be found anyway. A larger
# value finds clear shakes sooner, and fewer weak ones. Sparse sensors have few samples in it.
EARLY, EARLY_WEIGHT = 0.6, {"dense": 10, "sparse": 3}
# Simulated units up to this seed are learned from; the others give the bars.
LAST_TRAINING_SEED = 240
# How much each bout of a source counts against one of the simulator. There are few of them.
SOURCE_WEIGHTS = {"iphone10hz": 150, "edgeml": 160, "jointly": 160, "st": 80}
# How much recorded other movement counts. At 10 Hz more: there the recorded shakes, of one person, are told from it, and a
# simulated shake is more regular than those.
RECORDED_WEIGHT = {"dense": 14, "sparse": 70}
# How much a simulated shake counts that goes mainly up and down: there are few, and legs move devices the same way.
UPRIGHT_WEIGHT = 4
# A licence that is not settled: it judges, and is not learned from.
NOT_LEARNED = ["umafall"]
# The share of simulated rows that are learned from: of shakes, and of other movement by its weaker side (below 3, below 6, above).
SHARES = {"dense": (0.1, 0.005, 0.035, 0.125), "sparse": (0.09, 0.003, 0.021, 0.12)}
# The shares of recorded movement, as above.
RECORDED_SHARES = {"dense": (0.03, 0.21, 0.75), "sparse": (0.3, 1, 1)}
# False shakes a day of use that a level may have on each device; use.py says what a day is.
ALLOWED = {
    "low": {"laptop": 1 / 365, "tablet": 1 / 365, "phone": 1 / 30},
    "medium": {"laptop": 1 / 30, "tablet": 1 / 30, "phone": 1 / 7},
    "high": {"laptop": 1 / 7, "tablet": 1 / 7, "phone": 1},
}
# Sparse sensors see less, and would find few shakes with the same rates: they may have so many times more. Polled sensors are
# not sparse while they move, so there are few.
SPARSE_FACTOR = 45
# The rates that each interval's bar is judged at; a slower sensor is in each of them as it is.
JUDGED_AT = [["native"], ["50", "adaptive"], ["25"], ["12.5"], ["10"]]
# Fewer hours of a device than this tell too little to choose a bar by: one false shake would decide.
LEAST_HOURS = 20
# How many recorded ordinary movements may be shakes at medium, in the mean of the instants at which a slow sensor is read, by a
# model that never saw the person; twice as many at high, if the sensor is sparse.
WALKS = [1, 1.5, 1.5, 1, 2]
# How many recorded falls, jumps and runs of dense sensors may be shakes at these levels.
FALLS = {"medium": 1, "high": 3}


class Part:
    """The rows of a density to learn from, with labels and weights."""

    def __init__(self, name, data, sim, units):
        self.name = name
        generator = np.random.default_rng(1)
        a, label_a, weight_a = self.choose(sim, units <= LAST_TRAINING_SEED, generator, True)
        b, label_b, weight_b = self.choose(data, ~np.isin(data.source, NOT_LEARNED), generator, False)
        self.labels = np.concatenate([label_a, label_b])
        self.weights = np.concatenate([weight_a, weight_b])
        self.group = np.concatenate([sim.group[sim.recording[a]], data.group[data.recording[b]]])
        self.source = np.concatenate([sim.source[sim.recording[a]], data.source[data.recording[b]]])
        self.file = np.concatenate([np.full(len(a), -1), data.recording[b]])
        self.model = Additive([c[0] for c in CURVES.values()], [c[1] for c in CURVES.values()], SMOOTHNESS)
        self.ramps = self.model.ramps(np.concatenate([sim.rows[a], data.rows[b]]))
        print(f"{name}: {len(self.labels)} rows, {int(self.labels.sum())} of shakes", flush=True)

    def choose(self, movements, allowed, generator, is_simulated):
        """The rows, their labels and weights. Plain cases are thinned, and count for those left out."""
        ordinary = np.isin(movements.kind[movements.recording], ["ordinary", "hard"])
        positive = movements.is_shake & (movements.bout >= 0)
        mine = movements.is_sparse == (self.name == "sparse")
        mine &= movements.instant == 0
        rows = np.flatnonzero(mine & allowed[movements.recording] & (positive | ordinary))
        positive = positive[rows]
        weaker = movements.rows[rows, FEATURES.index("weaker-side")]
        of_shakes, *shares = SHARES[self.name] if is_simulated else (1.0, *RECORDED_SHARES[self.name])
        share = np.where(positive, of_shakes, np.where(weaker < 3, shares[0], np.where(weaker < 6, shares[1], shares[2])))
        taken = generator.random(len(rows)) < share
        rows, positive, share = rows[taken], positive[taken], share[taken]
        weights = np.where(positive, 0, 0.01 / share)
        weights[~positive & (movements.kind[movements.recording[rows]] == "hard")] *= 0.3
        # Each bout counts the same at each rate, however long it is.
        key = movements.bout[rows] * len(RATES) + movements.rate[rows]
        _, inverse, counts = np.unique(key[positive], return_inverse=True, return_counts=True)
        weights[positive] = 1.0 / counts[inverse]
        self.weigh(movements, rows, positive, weights, is_simulated)
        return rows, positive, weights

    def weigh(self, movements, rows, positive, weights, is_simulated):
        """What counts more: the beginnings of clear shakes, and kinds of which there are few."""
        onset = np.array([b[1] for b in movements.bouts])
        clear = np.array([bool(movements.recordings[b[0]].get("clear")) for b in movements.bouts])
        bout = movements.bout[rows]
        early = positive & clear[bout] & (movements.time[rows] - onset[bout] < EARLY)
        weights[early] *= max(1, EARLY_WEIGHT[self.name] * (1 if is_simulated else 1.5))
        if is_simulated:
            upright = np.array([b[4].get("vertical", 0) > 0.8 for b in movements.bouts])
            weights[positive & upright[bout]] *= UPRIGHT_WEIGHT
            return
        source = movements.source[movements.recording[rows]]
        for name, weight in SOURCE_WEIGHTS.items():
            weights[positive & (source == name)] *= weight
        weights[~positive] *= RECORDED_WEIGHT[self.name]

    def learn(self, left_out=None):
        """Learns from all rows but those left out. The second pass weighs what is near the bar more."""
        kept = np.ones(len(self.labels), bool) if left_out is None else ~left_out
        ramps, labels = self.ramps[kept], self.labels[kept]
        start = None
        for turn in range(2):
            weights = self.weights[kept].copy()
            if turn:
                near = np.clip(np.exp(0.5 * self.model.score(ramps)), 0.05, 20)
                weights = np.where(labels, weights, weights * near)
            weights = np.where(labels, weights / weights[labels].sum(), weights / weights[~labels].sum())
            self.model.fit(ramps, labels, weights, start)
            start = self.model.heights
        return self.model.heights.copy()

    def typical(self, heights):
        """The mean of each curve over shakes."""
        ramps, weights = self.ramps[self.labels], self.weights[self.labels]
        return [np.average(ramps[:, s] @ heights[s], weights=weights) for s in self.model.slices]


class Trainer:
    def __init__(self, data, sim):
        self.data, self.sim = data, sim
        self.units = np.array([int(g.split("unit")[1]) for g in sim.group])
        self.judged = self.units > LAST_TRAINING_SEED
        self.parts = [Part(name, data, sim, self.units) for name in DENSITIES]

    def learn(self, left_out=None):
        """The heights for dense and for sparse sensors; `left_out` tells which rows of a part are not learned from."""
        return [part.learn(left_out(part) if left_out else None) for part in self.parts]

    def score(self, movements, heights, chosen=None):
        """The scores of rows before two in a row are asked for; what cannot be a shake is left at -inf."""
        scores = np.full(len(movements.time), -np.inf, np.float32)
        wanted = movements.rows[:, FEATURES.index("weaker-side")] > 2.5
        if chosen is not None:
            wanted &= chosen[movements.recording]
        for part, mine in zip(self.parts, heights):
            rows = np.flatnonzero(wanted & (movements.is_sparse == (part.name == "sparse")))
            part.model.heights = mine
            for some in np.array_split(rows, max(1, len(rows) // 300000)):
                scores[some] = part.model.score(part.model.ramps(movements.rows[some]))
        return scores


def folds(trainer):
    """What is left out together: a device, a source of shakes, a few people; and which recordings that judges."""
    data, sim = trainer.data, trainer.sim
    for name in np.unique(sim.source):
        yield f"device {name[4:]}", (lambda part: part.source == name), sim, (sim.source == name) & trainer.judged
    for source in SOURCE_WEIGHTS:
        yield f"source {source}", (lambda part: part.source == source), data, data.source == source
    people = np.unique(data.group[data.kind == "ordinary"])
    people = [p for p in people if p.split("/")[0] not in list(SOURCE_WEIGHTS) + NOT_LEARNED]
    for number in range(3):
        some = people[number::3]
        yield f"people {number + 1}", (lambda part: np.isin(part.group, some)), data, np.isin(data.group, some)


def sessions(trainer):
    """The recordings of the phone at 10 Hz, which are sessions of one person: one is left out at a time."""
    data = trainer.data
    for index in np.flatnonzero((data.source == "iphone10hz") & np.array([r["label"] == "shake" for r in data.recordings])):
        chosen = np.arange(len(data.recordings)) == index
        yield f"session {data.recordings[index]['id']}", (lambda part: part.file == index), data, chosen


def cross_validate(trainer, full, left):
    """The scores of rows, those of a fold by a model that did not learn from it. `full` is not changed."""
    scores = {movements: values.copy() for movements, values in full.items()}
    for name, left_out, movements, chosen in left:
        heights = trainer.learn(left_out)
        mine = np.flatnonzero(chosen[movements.recording])
        scores[movements][mine] = trainer.score(movements, heights, chosen)[mine]
        print(f"fold {name}: {sum(int(left_out(part).sum()) for part in trainer.parts)} rows left out", flush=True)
    return {movements: movements.heed(values) for movements, values in scores.items()}


def enough(trainer, sim, ordinary, rates, place):
    """The uses at rates that have enough hours near an interval, with the devices that have them; else the one with the most."""
    hours = {}
    for rate in rates:
        for device, sources in use.SOURCES.items():
            mine = ordinary & np.isin(trainer.sim.source, sources)
            hours[rate, device] = trainer.sim.share_of_hours(mine, rate, place)
    kept = [key for key in hours if hours[key] > LEAST_HOURS] or [max(hours, key=hours.get)]
    used = [(rate, [device for r, device in kept if r == rate]) for rate in rates]
    return [(use.Use(trainer.sim, sim, ordinary, rate, place), devices) for rate, devices in used if devices]


def limit(movements, scores, kind, rates, most):
    """The lowest bar that no more movements of a kind than so many reach, in the mean of the instants."""
    place = int(most * movements.instants)
    return 0.01 + max(movements.peaks_of_instants(scores, movements.kind == kind, rate)[place] for rate in rates)


def bars(trainer, sim, data):
    """For each level the bars of the intervals."""
    ordinary = trainer.judged & (trainer.sim.kind == "ordinary")
    result = {level: [] for level in ALLOWED}
    for place, names in enumerate(JUDGED_AT):
        rates = [RATES.index(name) for name in names]
        recorded = np.where(trainer.data.nearest == place, data, -np.inf)
        # No more recorded movement may be a shake, though the model never saw its like.
        least = {"medium": limit(trainer.data, recorded, "ordinary", rates, WALKS[place])}
        if place < FIRST_SPARSE:
            falls = {level: limit(trainer.data, recorded, "hard", rates, most) for level, most in FALLS.items()}
            least = {"medium": max(least["medium"], falls["medium"]), "high": falls["high"]}
        else:
            least["high"] = limit(trainer.data, recorded, "ordinary", rates, 2 * WALKS[place])
        factor = 1 if place < FIRST_SPARSE else SPARSE_FACTOR
        uses = enough(trainer, sim, ordinary, rates, place)
        needed = {
            level: max(u.lowest_bar({d: most[d] for d in devices}, factor) for u, devices in uses)
            for level, most in ALLOWED.items()
        }
        medium, high = (max(needed[level], least[level]) for level in ("medium", "high"))
        found = {"low": max(needed["low"], medium + 0.3), "medium": medium, "high": min(high, medium - 0.3)}
        for level, bar in found.items():
            result[level].append(bar)
        told = [{level: round(float(bar), 2) for level, bar in part.items()} for part in (needed, least)]
        by = [devices for _, devices in uses]
        print(f"bars {INTERVALS[place]}: simulated {told[0]} by {by}, recorded {told[1]}", flush=True)
    return result


def write(path, trainer, heights, bars):
    lines = ["baton-shake-model 3"]
    for place, interval in enumerate(INTERVALS):
        lines.append(f"bars {interval:g} " + " ".join(f"{bars[level][place]:.2f}" for level in ("low", "medium", "high")))
    for part, mine in zip(trainer.parts, heights):
        part.model.heights = mine
        lines.append(f"bias {part.name} {mine[-1]:.3f}")
        for name, values, (knots, _), typical in zip(FEATURES, part.model.curves(), CURVES.values(), part.typical(mine)):
            pairs = " ".join(f"{knot:g} {value:.3f}" for knot, value in zip(knots, values))
            lines.append(f"curve {part.name} {name} {typical:.3f} {pairs}")
    text = "\n".join(lines) + "\n"
    total = 0x811C9DC5
    for byte in text.encode():
        total = ((total ^ byte) * 0x01000193) & 0xFFFFFFFF
    with open(path, "w") as file:
        file.write(text + f"sum {total:08x}\n")


def main():
    data_folder, data_table, sim_folder, sim_table, model_path, source, report_path, picture_folder = sys.argv[1:]
    trainer = Trainer(Movements(data_folder, data_table), Movements(sim_folder, sim_table))
    heights = trainer.learn()
    of_data = {trainer.data: trainer.score(trainer.data, heights)}
    full = {trainer.sim: trainer.score(trainer.sim, heights, trainer.judged)} | of_data
    left = cross_validate(trainer, full, folds(trainer))
    sim, data = left[trainer.sim], left[trainer.data]
    found = bars(trainer, sim, data)
    write(model_path, trainer, heights, found)
    by_session = cross_validate(trainer, of_data, sessions(trainer))[trainer.data]
    report.draw(picture_folder, source, trainer, sim, found)
    report.write(trainer, sim, data, by_session, found, report_path)


if __name__ == "__main__":
    main()
