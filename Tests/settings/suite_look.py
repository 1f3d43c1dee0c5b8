# SPDX-License-Identifier: Apache-2.0
"""What is to be seen can be read, and what can be used can be reached without a mouse, on every page, also where there is much on it."""
import pathlib
import shutil
import signal
import subprocess
import time
import unittest

from person import PAGES, Person
from picture import LEAST, Picture, contrast
from stage import BIN, wait

HERE = pathlib.Path(__file__).parent
# Roles that tell a person what a thing is. What has none of these is a part of something that has.
# The desktop has keys for the buttons of a window, and GTK keeps them out of the way of Tab.
OF_THE_DESKTOP = {("push button", name) for name in ("Minimize", "Maximize", "Close")}
ROLES = {
    "push button", "toggle button", "check box", "combo box", "slider", "entry", "text", "list item", "list", "list box", "switch",
    "scroll pane", "table", "panel", "frame", "label", "radio button", "spin button",
}


class Look(Person):
    is_strict = True

    # MARK: Contrast

    def check_contrast(self, variables, is_old=False):
        """Texts of controls that cannot be used are exempt (WCAG 2.1, 1.4.3), and so are those that are scrolled away."""
        self.sit_down("[hook greet]\non = track-changed\ncommand = true\n", screen="2200x3400")
        self.desk.scale = 2
        self.desk.window_variables = {"GDK_SCALE": "2"} | variables
        self.desk.start_player("one")
        wait("the player", lambda: "mpv" in self.desk.agent_property("Application", "FirstResponder"))
        self.look_at()
        self.read("gets the next press")
        if is_old:
            self.desk.agent.send_signal(signal.SIGSTOP)
            self.desk.start_player("two")
            self.read("known last")
        faint, seen, self.maxDiff = [], 0, None
        for page in PAGES[:-1]:
            self.page(page)
            if page == "Health" and not is_old:
                self.read("Shake to undo: not here")
            # The mouse is where nothing looks different because of it.
            self.desk.xdotool("mousemove", 2190, 3390)
            for text, colors in self.texts_with_colors():
                seen += 1
                if contrast(colors) < LEAST:
                    faint.append(f"{page}: '{text}' {contrast(colors):.2f}")
        self.assertGreater(seen, 50)
        self.assertEqual(sorted(set(faint)), [])

    def texts_with_colors(self):
        """Waits until two looks are the same: what moves in is not there yet."""
        last = None

        def look():
            nonlocal last
            labels = self.ask("labels")
            *_, inner, tall = self.ask("place", "frame", "Baton")
            _, left, top = self.desk.frame(inner, tall, self.desk.scale)
            picture = Picture(self.desk.environment)
            found = []
            for text, page, is_sensitive, *place in labels:
                if page not in (None, PAGES.index(self.shown)) or not is_sensitive:
                    continue
                x, y, width, height = place
                if width > 0 and 0 <= y and y + height <= tall and 0 <= x and x + width <= inner:
                    x, y, width, height = (number * self.desk.scale for number in place)
                    found.append((text, picture.colors(left + x, top + y, width, height)))
            is_calm, last = found == last, found
            return found if is_calm else None
        return wait("a window in which nothing moves", look)

    def test_contrast_light(self):
        self.check_contrast({})

    def test_contrast_dark(self):
        self.check_contrast({"ADW_DEBUG_COLOR_SCHEME": "prefer-dark"})

    def test_contrast_of_what_was_known_last(self):
        self.check_contrast({}, is_old=True)

    def check_banner(self, variables):
        self.sit_down(runs_agent=False, screen="2200x3400")
        self.desk.scale = 2
        self.desk.window_variables = {"GDK_SCALE": "2"} | variables
        self.look_at()
        self.read("Baton is not running")
        self.assertEqual([f"'{text}' {contrast(colors):.2f}" for text, colors in self.texts_with_colors()
                          if contrast(colors) < LEAST], [])

    def test_contrast_of_the_banner(self):
        self.check_banner({})

    def test_contrast_of_the_banner_in_the_dark(self):
        self.check_banner({"ADW_DEBUG_COLOR_SCHEME": "prefer-dark"})

    # MARK: Names, roles and the keyboard

    def walk(self):
        """What Tab reaches from where the keyboard is, until it goes round again; None where nothing says that it has the keyboard."""
        reached, last = [], self.ask("focused")
        while len(reached) < 500 and not any(reached[place:place + 4] == reached[-4:] for place in range(len(reached) - 4)):
            self.desk.key("Tab")
            end = time.monotonic() + 2
            while (found := self.ask("focused")) == last and time.monotonic() < end:
                pass
            reached.append(found)
            last = found
        return [found and tuple(found) for found in reached]

    def check_page(self, page, walks=True):
        """Everything that can be used has a name and a role, and Tab reaches it; a list's items are reached by the arrow keys."""
        self.page(page)
        wanted = set()
        for node in self.tree():
            if "focusable" not in node["flags"] or node["page"] not in (None, PAGES.index(page)):
                continue
            self.assertTrue(node["name"], f"on {page}: {node}")
            self.assertIn(node["role"], ROLES, f"on {page}: {node}")
            if "sensitive" in node["flags"] and node["role"] in (
                    "push button", "check box", "combo box", "slider", "entry", "text"):
                wanted.add((node["role"], node["name"]))
        if not walks:
            return
        reached = self.walk()
        # GTK 4.8 has the field of a row in no tree, so that nothing has the keyboard there.
        fields = {found for found in wanted if found[0] == "text"}
        missing = wanted - fields - set(reached) - OF_THE_DESKTOP
        self.assertFalse(missing, f"on {page} Tab does not reach these, but {reached}")
        self.assertGreaterEqual(reached.count(None), len(fields), f"on {page} Tab reaches fewer fields than {fields}: {reached}")

    def test_tab(self):
        self.open("[hook greet]\non = track-changed\ncommand = true\n")
        self.desk.start_player("one")
        self.read("mpv gets the next press")
        for page in PAGES[:-1]:
            self.check_page(page)

    def test_names_of_many_players(self):
        """Fifty are shown, each with buttons of its own name; Tab goes through them as through one."""
        self.sit_down(None)
        self.desk.run("/usr/bin/python3", HERE / "crowd.py", 1000)
        wait("all of them at batond", lambda: self.desk.agent_property(
            "Application", "Responders").startswith("a(sssb) 1000"), 120)
        self.look_at()
        self.read("and 950 more")
        self.check_page("Now", walks=False)

    def test_tab_through_many_machines(self):
        """A thousand machines at the broker: as many as a page can hold are shown, each with its name."""
        self.sit_down("[mqtt]\nbroker = broker.example\n")
        folder = self.desk.folder / "bin"
        folder.mkdir()
        for name in ("baton-settings", "batonctl"):
            shutil.copy(BIN / name, folder)
        (folder / "baton-mqtt").write_text(
            "#!/usr/bin/python3\nimport json, time\nprint(json.dumps({'state': 'connected'}), flush=True)\nfor number in range(1000):\n"
            "    print(json.dumps({'name': f'host{number}', 'title': f'Host {number}', 'online': True}), flush=True)\n"
            "time.sleep(600)\n")
        (folder / "baton-mqtt").chmod(0o755)
        self.desk.bin = folder
        self.look_at("--page", "machines")
        self.read("Host 1")
        self.check_page("Machines")


if __name__ == "__main__":
    unittest.main()
