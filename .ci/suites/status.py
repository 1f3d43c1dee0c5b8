# SPDX-License-Identifier: Apache-2.0
"""What is stale, and why."""
import os

from . import record


def obstacle(suite):
    """Why it cannot run here; None if it may."""
    if "root" in suite.get("needs", []) and os.geteuid() != 0:
        return "it needs root"
    return None


def staleness(name, suite, inputs, known):
    """Why it is to be run; None if it has passed with these inputs."""
    if name not in known:
        return "never recorded"
    if known[name].inputs != inputs.hash(name, suite):
        return f"its inputs have changed since {known[name].commit} ({known[name].date})"
    uncommitted = inputs.uncommitted(name)
    return f"{uncommitted[0]} is not committed" if uncommitted else None


def show(suites, inputs):
    known = record.read()
    stale = minutes = 0
    for name, suite in suites.items():
        reason = staleness(name, suite, inputs, known)
        if reason is None:
            continue
        stale += 1
        minutes += suite["minutes"]
        impossible = obstacle(suite)
        print(f"stale     {name}: {reason}{f'; not here: {impossible}' if impossible else ''}")
    print(f"verify: {len(suites) - stale} of {len(suites)} suites have passed with these inputs")
    if stale:
        print("verify: stale is no failure: what the suite depends on has changed since it last passed, or no run is recorded. 'make verify' runs all of "
              f"these (about {minutes} minutes and the builds), 'make verify SUITES=\"NAME...\"' some")
    return 0
