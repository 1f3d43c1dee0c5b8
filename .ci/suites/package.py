# SPDX-License-Identifier: Apache-2.0
"""What Package.swift says of the targets, also with the variables that it reads set."""
import concurrent.futures
import hashlib
import json
import os
import re
import shutil
import subprocess

from . import ROOT, Mistake

KEPT = ROOT / ".build" / "verify"
# What holds for all targets. The rest of the dump names the checkout's folder, or does not concern a program.
COMMON = ("toolsVersion", "platforms", "swiftLanguageVersions", "cLanguageStandard", "cxxLanguageStandard")


class Package:
    def __init__(self):
        self.manifest = (ROOT / "Package.swift").read_bytes()
        self.variables = sorted(set(re.findall(r'environment\["(\w+)"\]', self.manifest.decode())))
        self.swift = os.environ.get("SWIFT", "swift")
        self.dumps = {}

    def value(self, variable):
        """What the scripts give a variable. A list of names is that of all fuzzers: each is described for itself."""
        if variable == "BATON_FUZZ":
            return " ".join(sorted(path.name for path in (ROOT / "Tests/Fuzz").glob("fuzz-*")))
        return "yes"

    def prepare(self, settings):
        """Reads the package with each of these sets of variables, at the same time."""
        with concurrent.futures.ThreadPoolExecutor() as pool:
            missing = [variables for variables in set(settings) if variables not in self.dumps]
            self.dumps |= zip(missing, pool.map(self.read, missing))

    def read(self, variables):
        """The dump of the package, from the file of the last time if nothing that it depends on has changed."""
        values = {variable: self.value(variable) for variable in variables}
        program = shutil.which(self.swift)
        if program is None:
            raise Mistake(f"{self.swift} is not in PATH, and tells what Package.swift has")
        program = os.path.realpath(program)
        about = [self.manifest.decode(), values, program, os.stat(program).st_mtime_ns, str(ROOT)]
        key = hashlib.sha256(json.dumps(about).encode()).hexdigest()
        file = KEPT / ("-".join(["package", *variables]) + ".json")
        try:
            kept = json.loads(file.read_text())
            if kept["key"] == key:
                return kept["package"]
        except (OSError, ValueError, KeyError):
            pass
        # Values of the caller's own would change what is described.
        environment = {name: value for name, value in os.environ.items() if name not in self.variables}
        done = subprocess.run([self.swift, "package", "dump-package"], cwd=ROOT, capture_output=True, text=True, env=environment | values)
        if done.returncode != 0:
            raise Mistake(f"{self.swift} package dump-package fails: {done.stderr.strip()}")
        package = json.loads(done.stdout)
        KEPT.mkdir(parents=True, exist_ok=True)
        new = file.with_suffix(f".{os.getpid()}")
        new.write_text(json.dumps({"key": key, "package": package}))
        new.replace(file)
        return package

    def closure(self, names, variables):
        """These targets and all that they depend on within the package."""
        targets = {target["name"]: target for target in self.dumps[variables]["targets"]}
        found, waiting = {}, list(names)
        while waiting:
            name = waiting.pop()
            if name in found or name not in targets:
                continue
            found[name] = targets[name]
            for dependency in found[name]["dependencies"]:
                waiting += [part[0] for key, part in dependency.items() if key in ("byName", "target")]
        return [found[name] for name in sorted(found)]

    def description(self, targets, variables):
        """What is hashed for them: themselves, what holds for all, and the versions of the packages that they link."""
        dump = self.dumps[variables]
        linked = {
            dependency["product"][1] for target in targets for dependency in target["dependencies"] if "product" in dependency}
        versions = [entry for entry in dump.get("dependencies", []) if any(part["identity"] in linked for part in next(iter(entry.values())))]
        common = {name: dump.get(name) for name in COMMON}
        return json.dumps([targets, versions, common], sort_keys=True)


def path(target):
    folder = "Tests" if target["type"] == "test" else "Sources"
    return target.get("path") or f"{folder}/{target['name']}"
