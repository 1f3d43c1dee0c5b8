# SPDX-License-Identifier: Apache-2.0
"""How often a day of use has a false shake: hours of each kind of movement, and the rate of false shakes in it."""

import numpy as np
from scipy.stats import chi2

# The simulator's scenarios by kind; whatever is not named is of the kind "other".
KINDS = {
    "rest": ["lying still", "typing, on a table"],
    "held": [
        "typing, on the lap", "held, reading", "knee bouncing under it", "touchscreen tapped", "tilting game",
        "turned between portrait and landscape",
    ],
    "vehicle": ["in a car", "in a bus, on the lap", "in a train, on the table"],
    "carried": [
        "walking, open in the hands", "walking, under the arm", "walking, in a bag on the back",
        "stairs, in the hands or a bag",
    ],
}
# Hours of a day. They are an assumption, and what the levels are defined by.
DAYS = {
    "laptop": {"rest": 7 + 1 / 6, "held": 25 / 60, "vehicle": 10 / 60, "carried": 10 / 60, "other": 5 / 60},
    "tablet": {"rest": 1.5, "held": 1, "vehicle": 10 / 60, "carried": 15 / 60, "other": 5 / 60},
    "phone": {"rest": 20.5, "held": 1, "vehicle": 55 / 60, "carried": 1.5, "other": 5 / 60},
}
# What is rarer than the other scenarios of its kind, by how much. Nearly all that is false in the simulator is of these two: the
# knees are taken to bounce for a minute of a day, and the device to be let fall onto a sofa once or twice a week.
RARER = {"knee bouncing under it": 0.1, "let fall onto a sofa": 0.1}
SOURCES = {"laptop": ["sim-laptop", "sim-laptop1h"], "tablet": ["sim-tablet"], "phone": ["sim-phone"]}


class Counted:
    """The largest score of each movement of a scenario, and the hours in which they were."""

    def __init__(self, peaks, hours):
        self.peaks, self.hours = peaks, hours

    def count(self, bar):
        return int((self.peaks >= bar).sum())

    def rate(self, bar):
        return self.count(bar) / self.hours


class Use:
    """The scores of each scenario on each device."""

    def __init__(self, movements, scores, chosen, rate, place=None):
        """With a place, of what is read near that interval only."""
        if place is not None:
            scores = np.where(movements.nearest == place, scores, -np.inf)
        activity = np.array([r["activity"] for r in movements.recordings])
        kinds = {scenario: kind for kind, scenarios in KINDS.items() for scenario in scenarios}
        self.parts = {device: {kind: [] for kind in DAYS[device]} for device in DAYS}
        for device, sources in SOURCES.items():
            mine = chosen & np.isin(movements.source, sources)
            share = 1.0
            if place is not None:
                share = movements.share_of_hours(mine, rate, place) / movements.hours[mine].sum()
            for scenario in np.unique(activity[mine]):
                part = mine & (activity == scenario)
                counted = Counted(movements.peaks(scores, part, rate), max(1e-6, movements.hours[part].sum() * share))
                self.parts[device][kinds.get(scenario, "other")].append((RARER.get(scenario, 1.0), counted))

    def rate(self, device, kind, bar):
        """False shakes an hour of a kind of movement."""
        parts = self.parts[device][kind]
        return sum(weight * counted.rate(bar) for weight, counted in parts) / sum(weight for weight, _ in parts)

    def a_day(self, device, bar):
        """False shakes of a day."""
        return sum(hours * self.rate(device, kind, bar) for kind, hours in DAYS[device].items())

    def lowest_bar(self, allowed, factor):
        """The lowest bar with at most so many false shakes a day on each device, or some times as many."""
        for bar in np.arange(-6, 12, 0.01):
            if all(self.a_day(device, bar) <= most * factor for device, most in allowed.items()):
                return float(bar)
        return 12.0

    def judged(self, device, kind, bar):
        """Hours, false shakes in them, and the largest rate that these leave open at 95 %; each hour counts the same."""
        parts = [counted for _, counted in self.parts[device][kind]]
        hours, count = sum(part.hours for part in parts), sum(part.count(bar) for part in parts)
        return hours, count, bound(count, hours)


def bound(count, hours):
    """The largest rate that a count leaves open at 95 %."""
    return float(chi2.ppf(0.95, 2 * count + 2)) / 2 / hours
