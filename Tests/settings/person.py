# SPDX-License-Identifier: Apache-2.0
"""What a person can do at the window, for the tests of each suite."""
import json
import pathlib
import subprocess
import unittest

from stage import Desk, wait

EYES = pathlib.Path(__file__).parent / "eyes.py"
# As the window has them; a page Machines is there where a broker is.
PAGES = ["Now", "Buttons", "Shake", "Pauses", "Health", "Machines"]
WORDS = ["now", "buttons", "shake", "stops", "health", "machines"]


class Person(unittest.TestCase):
    is_strict = False

    def setUp(self):
        self.desk = self.eyes = None
        self.shown = "Now"

    def open(self, configuration=None, *words, runs_agent=True, prepares=None):
        self.sit_down(configuration, runs_agent=runs_agent)
        if prepares:
            prepares(self.desk)
        self.look_at(*words)

    def sit_down(self, configuration=None, name=None, **options):
        """At a desk without a window."""
        self.desk = Desk(name or self.id().rsplit(".", 1)[1], configuration, **options)
        self.addCleanup(self.desk.close)

    def look_at(self, *words):
        """Starts the window, and waits until it is there."""
        self.desk.start_window(*words)
        if words[:1] == ("--page",):
            self.shown = PAGES[WORDS.index(words[1])]
        self.eyes = subprocess.Popen(
            ["/usr/bin/python3", str(EYES)], env=self.desk.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(self.end_eyes)
        wait("the window", self.tree)
        self.desk.enlarge()

    def end_eyes(self):
        self.eyes.kill()
        self.eyes.wait()
        self.eyes.stdin.close()
        self.eyes.stdout.close()

    def ask(self, *command):
        self.eyes.stdin.write(json.dumps(command) + "\n")
        self.eyes.stdin.flush()
        return json.loads(self.eyes.stdout.readline())

    def tree(self):
        found = self.ask("tree")
        return found if isinstance(found, list) else []

    def look(self, role, name):
        return next((node for node in self.tree() if node["role"] == role and node["name"] == name), None)

    def see(self, role, name, flag=None, without=None):
        def check():
            node = self.look(role, name)
            if node is None or flag is not None and flag not in node["flags"]:
                return None
            return node if without is None or without not in node["flags"] else None
        return wait(f"{role} '{name}' {flag or ''}{'not ' + without if without else ''}", check)

    def read(self, *texts):
        """Waits until one of some texts is somewhere to be read."""
        try:
            return wait(f"the text {texts}", lambda: any(text in found for found in self.texts() for text in texts))
        except AssertionError as error:
            raise AssertionError(f"{error}; there is {self.texts()}") from None

    def texts(self):
        """All that is to be read; of the pages only that which is shown, for a suite that goes from page to page by ``page``."""
        return sorted({text for node in self.tree() if not self.is_strict or node["page"] in (None, PAGES.index(self.shown))
                       for text in (node["name"], node["description"], node.get("text", "")) if text})

    def do(self, role, name, action="click"):
        wait(f"{role} '{name}' to {action}", lambda: self.ask("do", role, name, action) is True)

    def press(self, role, name):
        """With the mouse."""
        self.desk.click(wait(f"{role} '{name}'", lambda: self.ask("place", role, name)))

    def page(self, name):
        self.press("list item", name)
        self.shown = name
        wait(f"the page {name}", lambda: any(
            node["role"] == "label" and node["name"] == name and "AdwWindowTitle" in node["path"] for node in self.tree()))

    def focused(self, row):
        """The item that has the keyboard in the list of a row; None while the list is not open."""
        return next((node["name"] for node in self.tree() if node["role"] == "list item" and row in node["path"]
                     and "focused" in node["flags"]), None)

    def choose(self, row, choice):
        """Opens the list of a row with the mouse, and walks to a choice by the keyboard."""
        # Its items keep the flag of the focus when it is closed, so that only its window says whether it is open.
        closed = self.desk.count_windows()
        self.press("combo box", row)
        wait(f"the list of '{row}' to open", lambda: self.desk.count_windows() > closed)
        for _ in range(8):
            place = wait(f"the list of '{row}'", lambda: self.focused(row))
            if place == choice:
                break
            self.desk.key("Down")
            wait("the next one", lambda: self.focused(row) != place)
        self.desk.key("Return")
        wait(f"the list of '{row}' to close", lambda: self.desk.count_windows() == closed)

    def written(self, text):
        wait(f"the configuration to be {text!r}", lambda: self.desk.file.exists() and self.desk.file.read_text() == text)
