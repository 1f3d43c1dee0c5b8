# SPDX-License-Identifier: Apache-2.0
"""Which files of the repository a script names."""
import fnmatch
import posixpath
import re

from . import ROOT
from .recipe import without_comments

# What a shell or Python puts in the place of these is not known here, and stands for anything within one part of a path.
UNKNOWN = "\1"
EXPRESSION = re.compile(r"\$\([^()]*\)|\$\{[^{}]*\}|\$\w+|\$[@*#?]|\{\w[\w.]*\}")
# Variables with the folder of the repository.
ROOT_FOLDER = re.compile(r"""["']?(?:\$\{?(?:root|ROOT|PWD|CURDIR)\}?|\$\(CURDIR\)|\{ROOT\})["']?/""")
INNER = re.compile(r"\$\(([^()]*)\)")
WORD = re.compile(r"[\w\x01.@+*?/-]+")
SCRIPTS = (".sh", ".py", ".js", ".spec", ".mk", ".rules", ".install")
SOURCES = (".swift", ".c", ".h", ".xml", ".json", ".csv", ".events", ".svg", ".po", ".pot", ".order", ".ld", ".md")


class Names:
    def __init__(self, commit):
        self.commit = commit
        self.files = set(commit.names)
        self.known, self.scripts, self.inside = {}, {}, {}
        for path in commit.names:
            folder = path
            while folder:
                folder = folder.rpartition("/")[0]
                self.inside.setdefault(folder, []).append(path)

    def below(self, folder):
        return [folder] if folder in self.files else self.inside.get(folder.rstrip("/"), [])

    def script(self, path):
        """The text of a file that a shell, Python or make reads; None of any other."""
        if path not in self.scripts:
            self.scripts[path] = self.read(path)
        return self.scripts[path]

    def read(self, path):
        if path.endswith(SOURCES) or not (ROOT / path).is_file():
            return None
        with open(ROOT / path, "rb") as file:
            is_script = file.read(2) == b"#!" or path.endswith(SCRIPTS) or posixpath.basename(path) == "PKGBUILD"
            return without_comments((ROOT / path).read_text(errors="replace")) if is_script else None

    def of(self, text, folder):
        """The files that a text in this folder names, those that match its patterns and variables, and those in folders that it names."""
        key = (text, folder)
        if key not in self.known:
            named, matched, inside = set(), set(), set()
            for word in self.words(text):
                self.look(word, folder, named, matched, inside)
            self.known[key] = named, matched, inside
        return self.known[key]

    @staticmethod
    def words(text):
        # Python's way to write a path.
        text = ROOT_FOLDER.sub("", re.sub(r"""["'] / ["']""", "/", text))
        previous, texts = None, []
        while previous != text:
            # What stands in $(…) names files too.
            texts += INNER.findall(text)
            previous, text = text, EXPRESSION.sub(UNKNOWN, text)
        return {word for part in [*texts, text] for word in WORD.findall(part.replace('"', "").replace("'", ""))}

    def look(self, word, folder, named, matched, inside):
        # Another variable at the beginning is the script's own folder, that of the repository, or one that is no part of it.
        path = re.sub(r"^[\x01.]*\x01[^/]*/", "", word).rstrip("/.")
        if not re.search(r"\w", path.replace(UNKNOWN, "")) or "/" not in word and "." not in word:
            return
        # `$room/desktop` is more likely a new folder than the repository's.
        is_guess = UNKNOWN in word.partition("/")[0]
        for base in {"", folder}:
            place = posixpath.normpath(posixpath.join(base, path.lstrip("/")))
            if place in self.files:
                named.add(place)
            elif place in self.commit.folders and "/" in word:
                inside.update(self.inside[place] if base or "/" in place or not is_guess else [])
            elif re.search(r"[\x01*?]", place):
                matched.update(self.matching(place))

    def matching(self, place):
        """The files of a pattern, and those in folders of a pattern."""
        pattern = place.replace(UNKNOWN, "*").split("/")
        fixed = 0
        while not re.search(r"[*?]", pattern[fixed]):
            fixed += 1
        for path in self.inside.get("/".join(pattern[:fixed]), []):
            parts = path.split("/")
            if len(parts) >= len(pattern) and all(map(fnmatch.fnmatchcase, parts[fixed:], pattern[fixed:])):
                yield path
