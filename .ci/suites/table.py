# SPDX-License-Identifier: Apache-2.0
"""The suites of .ci/suites.toml."""
import tomllib

from . import ROOT, Mistake

TABLE = ".ci/suites.toml"
NEEDED = {"run": str, "shows": str, "minutes": int}
ALLOWED = NEEDED | {"targets": list, "paths": list, "reads": list, "needs": list, "short": bool, "each": str}


def load():
    """All suites by name. One of a family has the name of the family and its own."""
    try:
        rows = tomllib.loads((ROOT / TABLE).read_text())
    except (OSError, ValueError) as error:
        raise Mistake(f"{TABLE}: {error}") from error
    result = {}
    for family, row in rows.items():
        check(family, row)
        for name, suite in members(family, row):
            if name in result:
                raise Mistake(f"{TABLE}: two suites are called {name}, of '{result[name]['family']}' and of '{family}'")
            result[name] = suite
    return result


def check(name, row):
    for key, kind in ALLOWED.items():
        if key in NEEDED and key not in row:
            raise Mistake(f"{TABLE}: suite {name} has no {key}")
        if key in row and not isinstance(row[key], kind):
            raise Mistake(f"{TABLE}: {key} of suite {name} is no {kind.__name__}")
    for key in row.keys() - ALLOWED.keys():
        raise Mistake(f"{TABLE}: suite {name} has an unknown key {key}")
    for need in row.get("needs", []):
        if need not in ("root", "network"):
            raise Mistake(f"{TABLE}: suite {name} needs an unknown thing: {need}")


def members(family, row):
    """The suites of a row with their names: one, or one for each path that matches `each`."""
    pattern = row.get("each")
    if pattern is None:
        yield family, {**row, "family": family, "part": "", "own": [], "others": []}
        return
    paths = sorted(path.relative_to(ROOT) for path in ROOT.glob(pattern))
    if not paths:
        raise Mistake(f"{TABLE}: nothing matches '{pattern}' of suite {family}")
    for path in paths:
        part = path.stem
        filled = {key: fill(value, part) for key, value in row.items() if key not in ("each", "run")}
        others = [str(other) for other in paths if other != path]
        # `run` keeps its {}: what make prints for it is then the same for the whole family.
        yield part if part.startswith(f"{family}-") else f"{family}-{part}", {
            **filled, "run": row["run"], "family": family, "part": part, "own": [str(path)], "others": others}


def fill(value, part):
    if isinstance(value, str):
        return value.replace("{}", part)
    return [text.replace("{}", part) for text in value] if isinstance(value, list) else value
