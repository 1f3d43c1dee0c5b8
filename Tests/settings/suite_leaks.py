# SPDX-License-Identifier: Apache-2.0
"""Nothing of the window grows by use: its private memory, and what it has not freed, after ten openings of each page, and after fifty."""
import collections
import pathlib
import subprocess
import unittest

from person import PAGES, Person
from screen import Screen
from stage import wait

FEW, MANY = 10, 50
# What the allocator and GTK's caches may still gain meanwhile, in KiB. A page is some hundred widgets of about a KiB each, so that
# one that stays in memory at each opening is ten times as much.
MOST = 256
# What is not freed at the end may grow by the events of those openings, which lie in lists with a bound. GTK, the Swift runtime and the fonts keep
# much until the end, as much after ten openings as after fifty: so the two are compared, and no list of exceptions is needed.
MOST_KEPT = 128


class Leaks(Person):
    def memory(self):
        lines = pathlib.Path(f"/proc/{self.desk.window.pid}/smaps_rollup").read_text().splitlines()
        return sum(int(line.split()[1]) for line in lines if line.startswith(("Private_Clean", "Private_Dirty")))

    def grown(self, act):
        """By how much memory grows between FEW and MANY acts, in KiB."""
        for _ in range(FEW):
            act()
        before = self.memory()
        for _ in range(MANY - FEW):
            act()
        return self.memory() - before

    def prepare(self, prepares=None):
        self.open("[hook greet]\non = track-changed\ncommand = true\n", prepares=prepares)
        self.desk.start_player("one")
        self.read("mpv gets the next press")
        self.places = {page: self.ask("place", "list item", page) for page in PAGES[:-1]}
        # What asks GTK for its tree makes it keep a description of each widget.
        self.eyes.kill()
        self.screen = Screen(self.desk.environment["DISPLAY"])

    def pixel(self, page):
        """A color of the entry of a page beside its words, which is another one while the page is shown."""
        x, y, width, height, inner, tall = self.places[page]
        _, left, top = self.desk.frame(inner, tall)
        row = self.screen.row(top + y + height // 2, left + x + width)
        return row[-16:]

    def open_each(self, plain):
        for page, place in self.places.items():
            self.desk.click(place)
            # The mouse is away from the entry, which would be another color below it.
            self.desk.xdotool("mousemove", 1270, 995)
            wait(f"the page {page}", lambda: self.pixel(page) != plain)

    def kept(self, times):
        """What is not freed at the end, in KiB, for the function of Baton's that has asked for it last."""
        self.prepare(lambda desk: setattr(desk, "before_window", ["heaptrack", "-o", desk.folder / "heap"]))
        plain = self.pixel("Health")
        for _ in range(times):
            self.open_each(plain)
        self.desk.key("ctrl+w")
        self.desk.window.wait(60)
        stacks = self.desk.folder / "stacks"
        subprocess.run(
            ["heaptrack_print", "-f", self.desk.folder / "heap.zst", "-l", "0", "-F", stacks, "--flamegraph-cost-type", "leaked"],
            check=True, stdout=subprocess.DEVNULL)
        found = collections.Counter()
        for line in stacks.read_text().splitlines():
            stack, _, size = line.rpartition(" ")
            own = [name for name in stack.split(";") if "Baton" in name or "baton_" in name]
            found[own[-1] if own else "others"] += int(size) / 1024
        self.doCleanups()
        return found

    def test_heap(self):
        few, many = self.kept(FEW), self.kept(MANY)
        grown = sum(many.values()) - sum(few.values())
        print(f"not freed: {sum(few.values()):.0f} KiB after {FEW} openings of each page, {sum(many.values()):.0f} KiB after {MANY}")
        self.assertGreater(sum(few.values()), 1024, "heaptrack has seen nothing")
        self.assertLess(grown, MOST_KEPT, (many - few).most_common(5))

    def test_pages(self):
        self.prepare()
        plain = self.pixel("Health")
        grown = self.grown(lambda: self.open_each(plain))
        print(f"{MANY - FEW} more openings of each page: {grown} KiB")
        self.assertLess(grown, MOST)

    def test_hidden_and_shown(self):
        """Each time the connections are made anew, and the pages are asked for."""
        self.prepare()
        window = self.desk.window_number

        def hide_and_show():
            self.desk.xdotool("windowminimize", "--sync", window)
            wait("the empty screen", lambda: self.screen.texts(1280, 1000) == 0)
            self.desk.xdotool("windowactivate", "--sync", window)
            wait("the window", lambda: self.screen.texts(1280, 1000) > 10)
        grown = self.grown(hide_and_show)
        print(f"hidden and shown {MANY - FEW} more times: {grown} KiB")
        self.assertLess(grown, MOST)


if __name__ == "__main__":
    unittest.main()
