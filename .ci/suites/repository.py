# SPDX-License-Identifier: Apache-2.0
"""What git says of the checkout."""
import os
import subprocess

from . import ROOT, Mistake


def git(*arguments):
    try:
        done = subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True)
    except OSError as error:
        raise Mistake(f"git does not run: {error}") from error
    except subprocess.CalledProcessError as error:
        raise Mistake(f"git {arguments[0]} fails in {ROOT}: {os.fsdecode(error.stderr).strip()}") from error
    return os.fsdecode(done.stdout)


def require_checkout():
    """A copy without .git has no commit, and one inside another repository has that of somebody else."""
    top = git("rev-parse", "--show-toplevel").removesuffix("\n")
    if not os.path.samefile(top, ROOT):
        raise Mistake(f"{ROOT} is no checkout of its own, but lies in that of {top}")


class Commit:
    """The last commit, the files that it has, and those that differ from it."""

    def __init__(self):
        self.name = git("rev-parse", "HEAD").strip()
        self.files = {}
        # -z: without it git quotes a name that is not ASCII.
        for entry in git("ls-tree", "-r", "-z", "--full-tree", self.name).split("\0")[:-1]:
            about, path = entry.split("\t", 1)
            self.files[path] = about
        # Without renames each of the two names has an entry of its own. The person's configuration may hide new files.
        status = git("-c", "core.fileMode=true", "status", "--porcelain", "-z", "--no-renames", "--untracked-files=all")
        self.uncommitted = sorted(entry[3:] for entry in status.split("\0")[:-1])
        present = [path for path in self.uncommitted if (ROOT / path).is_file()]
        self.names = sorted({*self.files, *present})
        self.folders = {""}
        for path in self.names:
            while path := path.rpartition("/")[0]:
                self.folders.add(path)
