# SPDX-License-Identifier: Apache-2.0
"""What .ci/verify is made of: the table of suites, their inputs, the record of those that were kept, and the processes that run them."""
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Mistake(Exception):
    """What a person has to mend before a suite can run: the table, an argument, the checkout."""
