# SPDX-License-Identifier: Apache-2.0
"""Learns the curves and bars of the shake recognizer, and prints each fold; see docs/shake.md.

train.py DATA DATA.f32 SIM SIM.f32 MODEL REPORT PICTURES
"""

import os

# One thread and one kind of arithmetic, so that the same inputs give the same bytes.
os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", OPENBLAS_CORETYPE="Haswell")

import sys

import numpy as np

import pictures
from additive import Additive
from movements import DENSITIES, FEATURES, RATES, Movements

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
}
SMOOTHNESS = 1e-4
# How much the first 0.6 s of a clear shake count more than the rest, in which a shake has time to be found anyway. A larger
# value finds clear shakes sooner, and fewer weak ones.
EARLY, EARLY_WEIGHT = 0.6, 30
# Not learned from in the simulation, but judged: learning from 10 Hz costs recall at 12.5 Hz, which is more common.
RATE_NOT_LEARNED = RATES.index("10")
# Simulated units up to this seed are learned from; the others give the bars.
LAST_TRAINING_SEED = 240
# How much all bouts of a source count against those of the simulator, each of which counts 1. There are few of them.
SOURCE_WEIGHTS = {"iphone10hz": 30, "edgeml": 160, "jointly": 160, "st": 80}
RECORDED_WEIGHT = 14
# How much a simulated shake counts that goes mainly up and down: there are few, and legs move devices the same way.
UPRIGHT_WEIGHT = 4
# A licence that is not settled: it judges, and is not learned from.
NOT_LEARNED = ["umafall"]
# False shakes an hour of simulated ordinary handling that a sensitivity may have. docs/shake.md states twice as many for
# medium and high, since devices and people differ more than the simulator.
RATES_OF_FALSE = {"low": 0.01, "medium": 0.1, "high": 0.5}
# Buffered sensors deliver 25 samples a second at instants that differ from those of the table, so they get fewer.
COARSE_RATES_OF_FALSE = {"low": 0.01, "medium": 0.07, "high": 0.5}
# Slow sensors see less, so that they get more false shakes; such sensors are rare, as polled ones are read faster in movement.
SPARSE_RATES_OF_FALSE = {"low": 0.02, "medium": 0.35, "high": 2}
SPARSE = ["sparse", "slow"]
# The rates that a density is judged at. Many simulated sensors are slower than 50 Hz natively, so all densities are in "native".
JUDGED_AT = {"dense": ["native", "50", "adaptive"], "coarse": ["native", "25"], "sparse": ["12.5"], "slow": ["10"]}
# The columns of the report.
COLUMNS = ["native", "50", "adaptive", "25", "12.5", "10"]
# Recorded ordinary movement stays this far below the bar, since it depends on the instants at which the sensor is read.
MARGINS = {"dense": 0.05, "coarse": 0.1, "sparse": 0.1, "slow": 0.05}
# How many recorded ordinary movements may be shakes.
WALKS = {"dense": 0, "coarse": 0, "sparse": 1, "slow": 2}


def choose(movements, allowed, generator, is_simulated):
    """The rows to learn from, with labels and weights. Plain cases are thinned, and count for those left out."""
    ordinary = np.isin(movements.kind[movements.recording], ["ordinary", "hard"])
    positive = movements.is_shake & (movements.bout >= 0)
    allowed = allowed[movements.recording]
    if is_simulated:
        allowed &= movements.rate != RATE_NOT_LEARNED
    rows = np.flatnonzero(allowed & (positive | ordinary))
    positive = positive[rows]
    weaker = movements.rows[rows, FEATURES.index("weaker-side")]
    share = np.where(weaker < 3, 0.01, np.where(weaker < 6, 0.07, 0.25))
    share = np.where(positive, 0.1, share * 0.5) if is_simulated else np.where(positive, 1.0, np.minimum(1, 3 * share))
    taken = generator.random(len(rows)) < share
    rows, positive, share = rows[taken], positive[taken], share[taken]
    weights = np.where(positive, 0, 0.01 / share)
    weights[~positive & (movements.kind[movements.recording[rows]] == "hard")] *= 0.3
    # Each bout counts the same at each rate, however long it is.
    key = movements.bout[rows] * len(RATES) + movements.rate[rows]
    _, inverse, counts = np.unique(key[positive], return_inverse=True, return_counts=True)
    weights[positive] = 1.0 / counts[inverse]
    onset = np.array([b[1] for b in movements.bouts])
    clear = np.array([bool(movements.recordings[b[0]].get("clear")) for b in movements.bouts])
    bout = movements.bout[rows]
    weights[positive & clear[bout] & (movements.time[rows] - onset[bout] < EARLY)] *= EARLY_WEIGHT * (1 if is_simulated else 1.5)
    if is_simulated:
        upright = np.array([b[4].get("vertical", 0) > 0.8 for b in movements.bouts])
        weights[positive & upright[movements.bout[rows]]] *= UPRIGHT_WEIGHT
    else:
        source = movements.source[movements.recording[rows]]
        for name, weight in SOURCE_WEIGHTS.items():
            weights[positive & (source == name)] *= weight
        weights[~positive] *= RECORDED_WEIGHT
    return rows, positive, weights


class Trainer:
    def __init__(self, data, sim):
        self.data, self.sim = data, sim
        generator = np.random.default_rng(1)
        self.units = np.array([int(g.split("unit")[1]) for g in sim.group])
        learned = self.units <= LAST_TRAINING_SEED
        a, label_a, weight_a = choose(sim, learned, generator, True)
        b, label_b, weight_b = choose(data, ~np.isin(data.source, NOT_LEARNED), generator, False)
        self.labels = np.concatenate([label_a, label_b])
        self.weights = np.concatenate([weight_a, weight_b])
        self.group = np.concatenate([sim.group[sim.recording[a]], data.group[data.recording[b]]])
        self.source = np.concatenate([sim.source[sim.recording[a]], data.source[data.recording[b]]])
        self.model = Additive([c[0] for c in CURVES.values()], [c[1] for c in CURVES.values()], SMOOTHNESS)
        self.ramps = self.model.ramps(np.concatenate([sim.rows[a], data.rows[b]]))
        print(f"{len(self.labels)} rows, {int(self.labels.sum())} of shakes, {self.ramps.shape[1]} heights", flush=True)

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

    def score(self, movements, heights, chosen=None):
        """The scores of rows; what cannot be a shake is left at -inf."""
        scores = np.full(len(movements.time), -np.inf, np.float32)
        wanted = movements.rows[:, FEATURES.index("weaker-side")] > 2.5
        if chosen is not None:
            wanted &= chosen[movements.recording]
        rows = np.flatnonzero(wanted)
        self.model.heights = heights
        for part in np.array_split(rows, max(1, len(rows) // 300000)):
            scores[part] = self.model.score(self.model.ramps(movements.rows[part]))
        return scores


def folds(trainer):
    """What is left out together: a device, a source of shakes, a few people."""
    result = {f"device {name[4:]}": ("sim", trainer.source == name) for name in np.unique(trainer.sim.source)}
    for source in SOURCE_WEIGHTS:
        result[f"source {source}"] = ("data", trainer.source == source)
    people = np.unique(trainer.data.group[trainer.data.kind == "ordinary"])
    people = [p for p in people if p.split("/")[0] not in list(SOURCE_WEIGHTS) + NOT_LEARNED]
    for number in range(3):
        result[f"people {number + 1}"] = ("data", np.isin(trainer.group, people[number::3]))
    return result


def cross_validate(trainer, full):
    """The scores of all rows, each by a model that did not learn from its fold."""
    sim = trainer.score(trainer.sim, full, trainer.units > LAST_TRAINING_SEED)
    data = trainer.score(trainer.data, full)
    for name, (kind, left_out) in folds(trainer).items():
        groups = np.unique(trainer.group[left_out])
        heights = trainer.learn(left_out)
        movements, scores = (trainer.sim, sim) if kind == "sim" else (trainer.data, data)
        if kind == "sim":
            chosen = (movements.source == "sim-" + name.removeprefix("device ")) & (trainer.units > LAST_TRAINING_SEED)
        else:
            chosen = np.isin(movements.group, groups)
        mine = np.flatnonzero(chosen[movements.recording])
        scores[mine] = trainer.score(movements, heights, chosen)[mine]
        print(f"fold {name}: {int(left_out.sum())} rows left out", flush=True)
    return sim, data


def bars(trainer, sim, data):
    """For each density the scores that low, medium and high need."""
    judged = trainer.units > LAST_TRAINING_SEED
    ordinary = judged & (trainer.sim.kind == "ordinary")
    result = {}
    for number, density in enumerate(DENSITIES):
        names = [RATES.index(n) for n in JUDGED_AT[density]]
        mine = np.where(trainer.sim.density == number, sim, -np.inf)
        recorded = np.where(trainer.data.density == number, data, -np.inf)
        place = WALKS[density]
        walks = max(trainer.data.peaks(recorded, trainer.data.kind == "ordinary", n)[place] for n in names)
        rates = SPARSE_RATES_OF_FALSE if density in SPARSE else RATES_OF_FALSE
        rates = COARSE_RATES_OF_FALSE if density == "coarse" else rates
        hours = {n: trainer.sim.share_of_hours(ordinary, n, number) for n in names}
        names = [n for n in names if hours[n] > 50]
        peaks = {n: trainer.sim.peaks(mine, ordinary, n) for n in names}
        at = {level: max(peaks[n][int(rate * hours[n])] for n in names) for level, rate in rates.items()}
        # No recorded ordinary movement may be a shake at medium, though the model never saw its like.
        medium = max(at["medium"] + 0.01, walks + MARGINS[density])
        result[density] = (max(at["low"], medium) + 0.05, medium, min(at["high"], medium - 0.3))
        simulated = {level: round(float(v), 2) for level, v in at.items()}
        read = {RATES[n]: round(float(h), 1) for n, h in hours.items()}
        print(f"{density}: simulated {simulated} in hours {read}, recorded {walks:.2f}", flush=True)
    return result


def above(movements, scores, bars, level=1):
    """The scores above the bars; level 1 is medium."""
    return scores - np.array([bars[d][level] for d in DENSITIES], np.float32)[movements.density]


def write(path, trainer, heights, bars):
    trainer.model.heights = heights
    curves = trainer.model.curves()
    labels, weights = trainer.labels, trainer.weights
    lines = ["baton-shake-model 1", f"bias {heights[-1]:.3f}"]
    lines += [f"bars {density} " + " ".join(f"{value:.2f}" for value in values) for density, values in bars.items()]
    for name, values, (knots, _), part in zip(FEATURES, curves, CURVES.values(), trainer.model.slices):
        typical = np.average(trainer.ramps[labels][:, part] @ heights[part], weights=weights[labels])
        pairs = " ".join(f"{knot:g} {value:.3f}" for knot, value in zip(knots, values))
        lines.append(f"curve {name} {typical:.3f} {pairs}")
    text = "\n".join(lines) + "\n"
    total = 0x811C9DC5
    for byte in text.encode():
        total = ((total ^ byte) * 0x01000193) & 0xFFFFFFFF
    with open(path, "w") as file:
        file.write(text + f"sum {total:08x}\n")


def draw(folder, trainer, sim, heights, bars):
    trainer.model.heights = heights
    labels, weights, model = trainer.labels, trainer.weights, trainer.model
    typical = [np.average(trainer.ramps[labels][:, s] @ heights[s], weights=weights[labels]) for s in model.slices]
    pictures.curves(f"{folder}/shake-curves.svg", FEATURES, model.knots, model.curves(), typical)
    judged = trainer.units > LAST_TRAINING_SEED
    ordinary = judged & (trainer.sim.kind == "ordinary")
    hours = trainer.sim.hours[ordinary].sum()
    bouts = trainer.sim.bouts
    strong = np.array([judged[b[0]] and bool(trainer.sim.recordings[b[0]].get("clear")) for b in bouts])
    series, points = {}, {}
    levels = {level: above(trainer.sim, sim, bars, n) for n, level in enumerate(("low", "medium", "high"))}
    for rate in ("50", "25", "12.5"):
        peaks = trainer.sim.peaks(levels["medium"], ordinary, RATES.index(rate))
        best = trainer.sim.best(levels["medium"], RATES.index(rate))[strong]
        counts = np.unique(np.geomspace(1, min(len(peaks) - 1, 10 * hours), 60).astype(int))
        series[f"{rate} Hz"] = [(n / hours, float((best >= peaks[n]).mean())) for n in counts]
    for level, scores in levels.items():
        peaks = trainer.sim.peaks(scores, ordinary, RATES.index("50"))
        best = trainer.sim.best(scores, RATES.index("50"))[strong]
        points[level] = (float((peaks >= 0).sum() / hours), float((best >= 0).mean()))
    pictures.operating(f"{folder}/shake-operating-points.svg", series, points)
    print(f"operating points at 50 Hz in {hours:.1f} h: {points}")


def report(trainer, sim, data, bars, path):
    """A table of all folds at medium."""
    lines = []
    sim, data = above(trainer.sim, sim, bars), above(trainer.data, data, bars)
    judged = trainer.units > LAST_TRAINING_SEED
    bouts = trainer.sim.bouts
    unit = np.array([trainer.units[b[0]] for b in bouts]) > LAST_TRAINING_SEED
    strong = np.array([bool(trainer.sim.recordings[b[0]].get("clear")) for b in bouts])
    device = np.array([trainer.sim.source[b[0]] for b in bouts])
    upright = np.array([b[4].get("vertical", 0) > 0.8 for b in bouts])
    words = [trainer.sim.recordings[b[0]]["activity"] for b in bouts]
    moving = np.array(["walking" in w or "vehicle" in w for w in words])
    names = COLUMNS
    found = {n: trainer.sim.best(sim, RATES.index(n)) for n in names}

    def share(chosen, name):
        values = found[name][unit & chosen]
        values = values[~np.isnan(values)]
        return f"{(values >= 0).mean():.3f}" if len(values) else "-"

    lines.append("| found, or false shakes, by models that never saw the fold | " + " | ".join(names) + " |")
    lines.append("|---|" + "---|" * len(names))
    chosen_bouts = [(f"strong, {d[4:]}", strong & (device == d)) for d in np.unique(device)]
    chosen_bouts += [("strong, all", strong), ("strong, upright", strong & upright)]
    chosen_bouts += [("strong, walking or in a vehicle", strong & moving), ("weak", ~strong)]
    for title, chosen in chosen_bouts:
        lines.append(f"| {title} ({int((unit & chosen).sum())}) | " + " | ".join(share(chosen, n) for n in names) + " |")
    ordinary = judged & (trainer.sim.kind == "ordinary")
    for kind in ("ordinary", "hard"):
        chosen = judged & (trainer.sim.kind == kind)
        counts = [int((trainer.sim.peaks(sim, chosen, RATES.index(n)) >= 0).sum()) for n in names]
        lines.append(f"| {kind}, false in {trainer.sim.hours[chosen].sum():.1f} h | " + " | ".join(map(str, counts)) + " |")
    source = np.array([trainer.data.source[b[0]] for b in trainer.data.bouts])
    best = {n: trainer.data.best(data, RATES.index(n)) for n in names}
    for name in SOURCE_WEIGHTS:
        mine = source == name
        counts = [int((best[n][mine] >= 0).sum()) for n in names]
        lines.append(f"| {name} ({int(mine.sum())}) | " + " | ".join(map(str, counts)) + " |")
    for kind in ("ordinary", "hard", "wrist", "ambiguous"):
        chosen = trainer.data.kind == kind
        counts = [int((trainer.data.peaks(data, chosen, RATES.index(n)) >= 0).sum()) for n in names]
        lines.append(f"| {kind}, began in {trainer.data.hours[chosen].sum():.2f} h | " + " | ".join(map(str, counts)) + " |")
    delays = {n: trainer.data.delays(data, 0, RATES.index(n)) for n in names}
    times = [np.percentile(d, [50, 90]) * 1000 for d in delays.values()]
    lines.append("| latency of clear shakes, ms p50/p90 | " + " | ".join(f"{a:.0f}/{b:.0f}" for a, b in times) + " |")
    with open(path, "w") as file:
        file.write("\n".join(lines) + "\n")
    print("\n".join(lines))


def main():
    data_folder, data_table, sim_folder, sim_table, model_path, report_path, picture_folder = sys.argv[1:]
    trainer = Trainer(Movements(data_folder, data_table), Movements(sim_folder, sim_table))
    full = trainer.learn()
    sim, data = cross_validate(trainer, full)
    found = bars(trainer, sim, data)
    write(model_path, trainer, full, found)
    draw(picture_folder, trainer, sim, full, found)
    report(trainer, sim, data, found, report_path)


if __name__ == "__main__":
    main()
