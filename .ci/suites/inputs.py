# SPDX-License-Identifier: Apache-2.0
"""What a suite depends on. The recipe of its target leads to scripts, and each script to the files, products and targets that it names."""
import fnmatch
import hashlib
import itertools
import os
import posixpath

from . import ROOT, Mistake, package, recipe
from .names import Names
from .repository import Commit

# What the suites are run with. A change of these is not committed either.
OWN = (".ci/verify", ".ci/suites", ".ci/suites.toml", ".ci/versions", "Package.swift", "Makefile")
# Of the Makefile and Package.swift, the recipes and targets that a suite uses are hashed, and of the table its own row.
# .ci/setup installs packages of the system, which are no inputs, and checks .ci/versions, which is one.
NEVER_FOUND = {"Makefile", "Package.swift", ".ci/suites.toml", ".ci/setup", "verified.txt"}
# These name documents and tables that have no part in what a suite does with them: it only takes a heading from there.
NOT_FOLLOWED = {".ci/measured"}


def is_prose(path):
    return path.endswith(".md") or ".docc/" in path


def below(path, folder):
    return path == folder or path.startswith(folder.rstrip("/") + "/")


class Found:
    """What the texts that a suite runs have named."""

    def __init__(self):
        self.recipes, self.products, self.variables, self.files, self.followed = {}, set(), set(), set(), set()


class Inputs:
    """The inputs of all suites, by the commit and the files of the moment at which it was made."""

    def __init__(self, suites):
        self.commit = Commit()
        self.package = package.Package()
        self.names = Names(self.commit)
        # The Makefile may have changed since the last time.
        recipe.known.clear()
        self.settings = recipe.settings()
        self.found = {name: self.find(name, suite) for name, suite in suites.items()}
        self.package.prepare([part for found in self.found.values() for part in self.steps(found)])
        for name, suite in suites.items():
            self.complete(name, suite, self.found[name])

    @staticmethod
    def steps(found):
        """Nothing set, then one more variable each time: a target may be there only with one, or only without."""
        names = sorted(found.variables)
        return [tuple(names[:count]) for count in range(len(names) + 1)]

    def find(self, name, suite):
        """Follows what the suite runs, and each script that is found on the way."""
        found, waiting = Found(), [(suite["run"], None)]
        for path in [*suite["own"], *suite.get("paths", [])]:
            waiting += self.take(found, self.given(name, path))
        for path in suite.get("reads", []):
            found.files.update(self.given(name, path))
        while waiting:
            text, folder = waiting.pop()
            for words in recipe.calls(text):
                if words in found.recipes:
                    continue
                found.recipes[words] = recipe.expanded(words)
                if found.recipes[words] is None and folder is None:
                    raise Mistake(f".ci/suites.toml: suite {name} runs make {' '.join(words)}, which make refuses")
                waiting.append((found.recipes[words] or "", ""))
            found.products |= recipe.products(text)
            found.variables |= recipe.variables(text, self.package.variables)
            named, matched, inside = self.names.of(text.replace("{}", suite["part"]), folder or "")
            found.files |= self.own_part(suite, inside) - NEVER_FOUND
            waiting += self.take(found, (named | self.own_part(suite, matched)) - found.followed)
        return found

    def given(self, name, path):
        """The files of a path of the table."""
        files = [file for file in self.commit.names if below(file, path) or fnmatch.fnmatchcase(file, path)]
        if not files:
            raise Mistake(f".ci/suites.toml: suite {name} has a path that no committed file has: {path}")
        return files

    @staticmethod
    def own_part(suite, files):
        """Without those of the other suites of its family, which a pattern or a folder covers too."""
        return {path for path in files if not is_prose(path) and not any(below(path, other) for other in suite["others"])}

    def take(self, found, files):
        """Adds files, and returns the texts of those that are scripts."""
        files = {path for path in files if path not in NEVER_FOUND and not is_prose(path)}
        found.files |= files
        found.followed |= files
        scripts = files - NOT_FOLLOWED
        return [(text, posixpath.dirname(path)) for path in scripts if (text := self.names.script(path)) is not None]

    def complete(self, name, suite, found):
        """Adds the targets: those that the table has, and those of the products that were named."""
        steps = self.steps(found)
        known = {target["name"] for step in steps for target in self.package.dumps[step]["targets"]}
        for target in suite.get("targets", []):
            if target not in known:
                raise Mistake(f".ci/suites.toml: Package.swift has no target {target} for suite {name}")
        names = {*suite.get("targets", []), *found.products}
        closures = [self.package.closure(names, step) for step in steps]
        found.description = "\n".join(self.package.description(closure, step) for closure, step in zip(closures, steps))
        folders = {package.path(target) for target in itertools.chain(*closures)}
        sources = {path for folder in folders for path in self.names.below(folder) if not is_prose(path)}
        # A link is read where it leads.
        sources |= {self.target(path) for path in sources if self.commit.files.get(path, "").startswith("120000")}
        found.folders = sorted(folders)
        found.files |= sources | ({".ci/versions"} & self.commit.files.keys() if folders else set())

    @staticmethod
    def target(path):
        return posixpath.normpath(posixpath.join(posixpath.dirname(path), os.readlink(ROOT / path)))

    def hash(self, name, suite):
        found = self.found[name]
        recipes = [f"{' '.join(words)}\n{text}" for words, text in sorted(found.recipes.items())]
        parts = [suite["run"], suite["part"], *recipes, self.settings if recipes else "", found.description]
        parts += [f"{self.commit.files.get(path)}\t{path}" for path in sorted(found.files)]
        return hashlib.sha256("\0".join(parts).encode(errors="surrogateescape")).hexdigest()[:16]

    def uncommitted(self, name):
        """The files that differ from the commit, and are inputs of the suite or lie where its inputs are."""
        found = self.found[name]
        folders = [*OWN, *found.folders]
        return [
            path for path in self.commit.uncommitted
            if path in found.files or any(below(path, folder) for folder in folders) and not is_prose(path)]

    def times(self, name):
        """When each input was last written: a file that was changed and changed back has the same contents, and another time."""
        result = {}
        for path in self.found[name].files:
            try:
                result[path] = os.lstat(ROOT / path).st_mtime_ns
            except OSError:
                result[path] = None
        return result
