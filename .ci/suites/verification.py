# SPDX-License-Identifier: Apache-2.0
"""Runs suites one after the other, says how each ended, and records it."""
from . import network, processes, record
from .inputs import Inputs
from .status import obstacle


class Verification:
    def __init__(self, suites, is_recorded):
        self.suites, self.is_recorded = suites, is_recorded
        self.kept, self.broken, self.absent = 0, 0, 0

    def run(self, chosen):
        for name in chosen:
            self.run_one(name, self.suites[name])
        print(f"verify: {self.kept} kept, {self.broken} broken, {self.absent} not possible here")
        return 1 if self.broken else 0

    def run_one(self, name, suite):
        reason = obstacle(suite)
        if reason is not None:
            return self.say_absent(name, reason)
        before = Moment(name, suite)
        status, seconds, lines = processes.run(name, suite["run"].replace("{}", suite["part"]), 60 * (3 * suite["minutes"] + 15))
        reason = processes.reason_not_here(status, lines)
        if reason is None and status != 0 and "network" in suite.get("needs", []) and not network.is_there():
            reason = "it needs the network, and there is none"
        if reason is not None:
            return self.say_absent(name, reason)
        if status != 0:
            return self.say_broken(name, status, seconds, lines)
        self.kept += 1
        obstacle_to_record = before.difference(Moment(name, suite)) if self.is_recorded else None
        if self.is_recorded and obstacle_to_record is None:
            record.add(name, before.hash, seconds, before.commit, self.suites)
        note = f" (not recorded: {obstacle_to_record})" if obstacle_to_record else ""
        print(f"kept      {name}: {suite['shows']}, {seconds} s{note}", flush=True)

    def say_absent(self, name, reason):
        self.absent += 1
        print(f"not here  {name}: {reason}", flush=True)

    def say_broken(self, name, status, seconds, lines):
        self.broken += 1
        # What was recorded of the same inputs is refuted.
        record.remove(name, self.suites)
        ended = status if isinstance(status, str) else f"exit {status}"
        print(f"BROKEN    {name}: {ended} after {seconds} s; see .build/verify/{name}.log", flush=True)
        print("".join(f"          | {line}\n" for line in lines[-15:]), end="", flush=True)


class Moment:
    """The inputs of a suite before it runs, or after it."""

    def __init__(self, name, suite):
        inputs = Inputs({name: suite})
        self.commit, self.hash = inputs.commit.name, inputs.hash(name, suite)
        self.uncommitted, self.times = inputs.uncommitted(name), inputs.times(name)

    def difference(self, after):
        """Why the run shows nothing of the inputs of this moment; None if it does."""
        for path in self.uncommitted + after.uncommitted:
            return f"{path} is not committed"
        if self.hash != after.hash:
            return "its inputs changed while it ran"
        for path, time in self.times.items():
            if after.times.get(path) != time:
                return f"{path} was written while it ran"
        return None
