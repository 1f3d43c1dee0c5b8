# SPDX-License-Identifier: Apache-2.0
"""Waiting for something that becomes true, with a limit, and how long it took."""
import time


def until(condition, what, limit=10.0):
    """Waits until the condition is true, and returns the seconds that it took. The limit is part of what a test shows."""
    started = time.monotonic()
    while True:
        if condition():
            return time.monotonic() - started
        if time.monotonic() - started > limit:
            raise AssertionError(f"{what}: not within {limit} s")
        time.sleep(0.01)


def throughout(condition, what, seconds):
    """Checks that the condition is true and stays so."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if not condition():
            raise AssertionError(f"{what}: no longer true")
        time.sleep(0.05)
