# SPDX-License-Identifier: Apache-2.0
"""A person at baton-settings: what the person sees by the accessibility bus, and what the person does with mouse and keyboard."""
import json
import pathlib
import subprocess
import unittest

from stage import Desk, wait

EYES = pathlib.Path(__file__).parent / "eyes.py"


class Person(unittest.TestCase):
    def setUp(self):
        self.desk = self.eyes = None

    def open(self, configuration=None, *words, runs_agent=True, prepares=None):
        self.desk = Desk(self.id().rsplit(".", 1)[1], configuration, runs_agent)
        self.addCleanup(self.desk.close)
        if prepares:
            prepares(self.desk)
        self.desk.start_window(*words)
        self.eyes = subprocess.Popen(
            ["/usr/bin/python3", str(EYES)], env=self.desk.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(self.end_eyes)
        wait("the window", lambda: self.tree())
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

    def read(self, text):
        """Waits until a text is somewhere to be read."""
        return wait(f"the text '{text}'", lambda: any(
            text in node["name"] or text in node["description"] or text in node.get("text", "") for node in self.tree()))

    def do(self, role, name, action="click"):
        wait(f"{role} '{name}' to {action}", lambda: self.ask("do", role, name, action) is True)

    def press(self, role, name):
        """With the mouse."""
        self.desk.click(wait(f"{role} '{name}'", lambda: self.ask("place", role, name)))

    def page(self, name):
        self.press("list item", name)
        wait(f"the page {name}", lambda: any(
            node["role"] == "label" and node["name"] == name and "AdwWindowTitle" in node["path"] for node in self.tree()))

    def focused(self, row):
        """The item that has the keyboard in the list of a row; None while the list is not open."""
        return next((node["name"] for node in self.tree() if node["role"] == "list item" and row in node["path"]
                     and "focused" in node["flags"]), None)

    def choose(self, row, choice):
        """Opens the list of a row with the mouse, and walks to a choice by the keyboard."""
        self.press("combo box", row)
        for _ in range(8):
            place = wait(f"the list of '{row}'", lambda: self.focused(row))
            if place == choice:
                break
            self.desk.key("Down")
            wait("the next one", lambda: self.focused(row) != place)
        self.desk.key("Return")

    def written(self, text):
        wait(f"the configuration to be {text!r}", lambda: self.desk.file.exists() and self.desk.file.read_text() == text)
