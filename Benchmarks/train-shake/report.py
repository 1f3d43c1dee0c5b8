# SPDX-License-Identifier: Apache-2.0
"""The tables of docs/shake.md from what the folds gave, and its pictures."""

import numpy as np

import curve_source
import pictures
import use
from movements import RATES

# The columns of the tables.
COLUMNS = ["native", "50", "adaptive", "25", "12.5", "10"]
# The rate of the table of days, which most sensors have in movement.
RATE_OF_DAYS = "50"


class Bouts:
    """The bouts of the simulator that judge."""

    def __init__(self, trainer):
        bouts = trainer.sim.bouts
        recordings = trainer.sim.recordings
        self.judged = trainer.judged[[b[0] for b in bouts]]
        self.strong = np.array([bool(recordings[b[0]].get("clear")) for b in bouts])
        self.device = np.array([trainer.sim.source[b[0]] for b in bouts])
        self.upright = np.array([b[4].get("vertical", 0) > 0.8 for b in bouts])
        words = [recordings[b[0]]["activity"] for b in bouts]
        self.moving = np.array(["walking" in w or "vehicle" in w for w in words])


def row(title, cells):
    return f"| {title} | " + " | ".join(str(cell) for cell in cells) + " |"


def head(title, names):
    return [row(title, names), "|---|" + "---|" * len(names)]


def of_simulated(trainer, sim):
    bouts = Bouts(trainer)
    found = {n: trainer.sim.best(sim, RATES.index(n)) for n in COLUMNS}

    def share(chosen, name):
        values = found[name][chosen]
        values = values[~np.isnan(values)]
        return f"{(values >= 0).mean():.3f}" if len(values) else "-"

    strong = bouts.judged & bouts.strong
    chosen = [(f"strong, {d[4:]}", strong & (bouts.device == d)) for d in np.unique(bouts.device)]
    chosen += [("strong, all", strong), ("strong, upright", strong & bouts.upright)]
    chosen += [("strong, walking or in a vehicle", strong & bouts.moving), ("weak", bouts.judged & ~bouts.strong)]
    lines = [row(f"{title} ({int(mine.sum())})", [share(mine, n) for n in COLUMNS]) for title, mine in chosen]
    for kind in ("ordinary", "hard"):
        mine = trainer.judged & (trainer.sim.kind == kind)
        counts = [int((trainer.sim.peaks(sim, mine, RATES.index(n)) >= 0).sum()) for n in COLUMNS]
        lines.append(row(f"{kind}, false in {trainer.sim.hours[mine].sum():.1f} h", counts))
    return lines


def of_recorded(movements, data, by_session):
    source = np.array([movements.source[b[0]] for b in movements.bouts])
    lines = []

    def found(best, name):
        mine = [values[source == name] for values in best]
        return ["-" if np.isnan(values).all() else int((values >= 0).sum()) for values in mine]

    best, best_by_session = ([movements.best(scores, RATES.index(n)) for n in COLUMNS] for scores in (data, by_session))
    for name in dict.fromkeys(source):
        lines.append(row(f"{name} ({int((source == name).sum())}), the source left out", found(best, name)))
    lines.append(row("iphone10hz, a session left out", found(best_by_session, "iphone10hz")))
    for kind in ("ordinary", "hard", "wrist", "ambiguous"):
        mine = movements.kind == kind
        counts = [(movements.peaks_of_instants(data, mine, RATES.index(n)) >= 0).sum() for n in COLUMNS]
        cells = [f"{count / movements.instants:.1f}" for count in counts]
        lines.append(row(f"{kind}, began in {movements.hours[mine].sum():.2f} h", cells))
    delays = [movements.delays(data, 0, RATES.index(n)) for n in COLUMNS]
    times = [np.percentile(d, [50, 90]) * 1000 for d in delays]
    lines.append(row("latency of clear shakes, ms p50/p90", [f"{a:.0f}/{b:.0f}" for a, b in times]))
    return lines


def of_days(trainer, margins):
    """Questions of a day at each level, and the rate of each kind of movement at medium with its bound."""
    ordinary = trainer.judged & (trainer.sim.kind == "ordinary")
    rate = RATES.index(RATE_OF_DAYS)
    uses = {level: use.Use(trainer.sim, scores, ordinary, rate) for level, scores in margins.items()}
    lines = head(f"simulated, {RATE_OF_DAYS} Hz, days from one false shake to the next", list(margins))
    for device in use.DAYS:
        rates = [uses[level].a_day(device, 0) for level in margins]
        lines.append(row(device, [f"{1 / rate:.0f}" if rate > curve_source.LEAST_A_DAY else "over 1000" for rate in rates]))
    lines += [""] + head("simulated", ["hours a day", "hours judged", "false at medium", "an hour", "at most an hour, 95 %"])
    for device, day in use.DAYS.items():
        for kind, hours in day.items():
            judged, count, bound = uses["medium"].judged(device, kind, 0)
            cells = [f"{hours:.2f}", f"{judged:.1f}", count, f"{uses['medium'].rate(device, kind, 0):.4f}", f"{bound:.3f}"]
            lines.append(row(f"{device}, {kind}", cells))
    return lines


def of_recorded_kinds(movements, data):
    """The recordings' rates of false shakes, by what was done."""
    kind = np.array([r["activity"].split("(")[0].split(",")[0].strip() for r in movements.recordings])
    ordinary = movements.kind == "ordinary"
    lines = head("recorded, at their own rates", ["hours", "false at medium", "at most an hour, 95 %"])
    walking = np.char.startswith(kind.astype(str), "walking") | np.char.startswith(kind.astype(str), "stairs")
    for title, mine in (("walking and stairs", ordinary & walking), ("all else", ordinary & ~walking), ("all", ordinary)):
        hours, count = movements.hours[mine].sum(), int((movements.peaks(data, mine, 0) >= 0).sum())
        lines.append(row(title, [f"{hours:.2f}", count, f"{use.bound(count, hours):.2f}"]))
    return lines


def write(trainer, sim, data, by_session, bars, path):
    """All tables. What is judged never was in what the model learned from."""
    margins = {level: sim - trainer.sim.bars(values) for level, values in bars.items()}
    recorded = [scores - trainer.data.bars(bars["medium"]) for scores in (data, by_session)]
    lines = head("found, or false shakes, by models that never saw the fold", COLUMNS)
    lines += of_simulated(trainer, margins["medium"]) + of_recorded(trainer.data, *recorded)
    lines += [""] + of_days(trainer, margins) + [""] + of_recorded_kinds(trainer.data, recorded[0])
    with open(path, "w") as file:
        file.write("\n".join(lines) + "\n")
    print("\n".join(lines))


def draw(folder, source, trainer, sim, bars):
    ordinary = trainer.judged & (trainer.sim.kind == "ordinary")
    bouts, rate = Bouts(trainer), RATES.index(RATE_OF_DAYS)
    margins = {level: sim - trainer.sim.bars(values) for level, values in bars.items()}
    uses = {level: use.Use(trainer.sim, scores, ordinary, rate) for level, scores in margins.items()}
    best = {level: trainer.sim.best(scores, rate) for level, scores in margins.items()}
    mine = bouts.judged & bouts.strong & ~np.isnan(best["medium"])
    series, points = {}, {}
    for device in use.DAYS:
        of_device = mine & np.isin(bouts.device, use.SOURCES[device])

        def at(level, bar):
            return uses[level].a_day(device, bar), float((best[level][of_device] >= bar).mean())

        series[device] = [at("medium", bar) for bar in np.arange(-3, 3, 0.1)]
        # The levels are not equally far apart at each interval, so each has a point of its own.
        points[device] = {level: at(level, 0) for level in margins}
    pictures.operating(f"{folder}/shake-operating-points.svg", series, points)
    curve_source.write(source, series, points)
