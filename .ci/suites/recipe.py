# SPDX-License-Identifier: Apache-2.0
"""What `make` would run for a target, and which products and variables a text of shell commands names."""
import os
import re
import shlex
import subprocess

from . import ROOT

# A call of make where a command stands: at the beginning of a line, or after what divides commands.
CALL = re.compile(r"(?:^|[;&|{(])[ \t]*[@+-]?(?:\w+=\S* )*(?:make|\$\(MAKE\))((?:[ \t]+[^\s;&|]+)+)", re.M)
LOOP = re.compile(r"\bfor (\w+) in ([^;\n]+)")
PRODUCT = re.compile(r"""--product[ =]["']?(\$?\{?[\w-]+)""")
FILTER = re.compile(r"""--filter[ =]["']?(\w+Tests)\b""")
# Lines outside of rules that change how each recipe runs.
SETTINGS = re.compile(r"^(?:SHELL|\.SHELLFLAGS|MAKEFLAGS|\.ONESHELL|(?:un)?export)\b.*$", re.M)

known = {}


def without_comments(text):
    """Without the lines of a comment, and without what Python has in their place at the beginning of a module and a function."""
    text = re.sub(r'^[ \t]*""".*?"""', "", text, flags=re.M | re.S)
    return "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))


def calls(text):
    """The arguments of each call of make: targets, and variables with a value that is no expression."""
    for found in CALL.finditer(text):
        try:
            words = shlex.split(found[1])
        except ValueError:
            continue
        words = [word for word in words if re.fullmatch(r"[a-z][a-z-]*|[A-Z_]+=[^$%]*", word)]
        if any("=" not in word for word in words):
            yield tuple(words)


def expanded(words):
    """What make runs, the same in each checkout and on each machine; None if it has no such target."""
    if words not in known:
        environment = {"PATH": os.environ.get("PATH", ""), "HOME": "/", "LC_ALL": "C"}
        done = subprocess.run(
            ["make", "-n", "--no-print-directory", "SWIFT=swift", "JOBS=1", *words], cwd=ROOT, env=environment,
            capture_output=True, text=True)
        text = without_comments(done.stdout.replace(str(ROOT), "."))
        known[words] = text if done.returncode == 0 else None
    return known[words]


def settings():
    makefile = ROOT / "Makefile"
    return "\n".join(SETTINGS.findall(makefile.read_text())) if makefile.exists() else ""


def products(text):
    """The names after --product, those that a loop goes through, and the targets of tests after --filter."""
    loops = {}
    for name, words in LOOP.findall(text):
        loops.setdefault(name, []).extend(re.findall(r"(?<![$\w{])[\w-]+", words))
    found = set(FILTER.findall(text))
    for name in PRODUCT.findall(text):
        found.update(loops.get(name.lstrip("${"), []) if name.startswith("$") else [name])
    return found


def variables(text, names):
    """Those of these names that are set in the text."""
    return {name for name in names if re.search(rf"\b{name}=", text)}
