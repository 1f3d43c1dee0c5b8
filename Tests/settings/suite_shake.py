# SPDX-License-Identifier: Apache-2.0
"""A person who shakes: an accelerometer of umockdev with a recorded shake, and the page Shake."""
import os
import pathlib
import signal
import unittest

from person import Person
from stage import wait

ROOT = pathlib.Path(__file__).resolve().parents[2]
ACCELEROMETER = ROOT / "docs/picture/accelerometer.py"
RECORDING = ROOT / "Tests/kernel/recordings/shake.csv"
CALIBRATED = 's "sensitivity-calibrated"'


class Shakes(Person):
    def open_with_sensor(self, configuration=None):
        """Everything with a sensor that is at rest, and is read."""
        self.sit_down(configuration, runs_agent=False)
        machine = self.desk.folder / "machine"
        self.sensor = self.desk.run("/usr/bin/python3", ACCELEROMETER, machine, RECORDING)
        wait("the accelerometer", (machine / "ready").exists)
        self.desk.before_agent = ["env", f"UMOCKDEV_DIR={machine}", "umockdev-wrapper"]
        self.desk.start_agent()
        wait("the sensor to be read", lambda: self.point("Sensor") == 's "reading"')
        self.look_at("--page", "shake")

    def shake(self):
        """As the recording was: one shake, and a rest after it."""
        self.sensor.send_signal(signal.SIGUSR1)

    def point(self, name="ShakePoint"):
        return self.desk.agent_property("Application", name)

    def helpers(self):
        """The processes of batonctl that the window has started."""
        found = []
        for entry in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
                if parent == self.desk.window.pid and b"calibrate" in (entry / "cmdline").read_bytes():
                    found.append(int(entry.name))
            except (OSError, IndexError):
                continue
        return found

    def gone(self, process):
        return not os.path.exists(f"/proc/{process}")

    def state(self):
        file = self.desk.home / ".local/state/baton/state"
        return file.read_text() if file.exists() else ""

    # MARK: The tests

    def test_signal(self):
        """The score comes up to its bar at a recorded shake, and the page says so."""
        self.open_with_sensor()
        self.read("Nothing moves as a shake does.")
        self.assertIsNotNone(self.look("image", "The movement of the last seconds"))
        self.shake()
        self.read(" needed")
        self.read("A shake was recognized just now.")
        wait("batond to recognize it too", lambda: "shake-began" in (self.desk.folder / "batond.log").read_text())
        self.read("Nothing moves as a shake does.")

    def test_calibrate(self):
        """Five recorded shakes and twenty seconds: what is found is in the agent's state, in its answer and on the page."""
        self.open_with_sensor("# mine\n")
        self.do("push button", "Begin")
        self.read("Wait a second, then shake 5 times")
        for count in range(1, 6):
            self.shake()
            self.read(f"{count} of 5" + (" were recognized." if count == 5 else ""))
        self.see("image", "Shakes")
        self.read("Type, and use the device as usual")
        self.read("Pick it up and carry it around")
        self.read("Your own shake is found")
        self.assertEqual(self.point(), CALIBRATED)
        self.read("by your calibration")
        wait("the state to be kept", lambda: "shake" in self.state())
        self.assertEqual(self.desk.file.read_text(), "# mine\n")
        # The window has a button of this name, too.
        self.desk.click(wait("the button of the row", lambda: self.ask("place", "push button", "Close", "It is over.")))
        self.see("push button", "Begin")
        self.do("push button", "Forget")
        wait("the calibration to be forgotten", lambda: self.point() != CALIBRATED)

    def test_left_page(self):
        """Who leaves the page in the midst of a calibration ends it; nothing is stored."""
        self.open_with_sensor()
        before = self.point()
        self.do("push button", "Begin")
        process = wait("batonctl", self.helpers)[0]
        self.shake()
        self.read("1 of 5")
        self.page("Now")
        wait("batonctl to end", lambda: self.gone(process))
        self.page("Shake")
        self.read("It is over.")
        self.assertEqual(self.point(), before)

    def test_closed_window(self):
        """A window that is closed in the midst of a calibration leaves no process behind."""
        self.open_with_sensor()
        before = self.point()
        self.do("push button", "Begin")
        process = wait("batonctl", self.helpers)[0]
        self.desk.key("alt+F4")
        wait("the end", lambda: self.desk.window.poll() is not None)
        wait("batonctl to end", lambda: self.gone(process))
        self.assertEqual(self.point(), before)

    def test_sensitivity(self):
        """The slider, the file, what the agent uses, and the figures on the page are one."""
        self.open_with_sensor("[shake]\nsensitivity = medium\n")
        self.read("About 0.019 false questions a day")
        self.assertEqual(self.ask("value", "slider", "Sensitivity", 2), True)
        self.written("[shake]\nsensitivity = high\n")
        wait("batond to use it", lambda: '"high"' in self.point("ShakePointDetails"))
        self.assertEqual(self.point(), 's "sensitivity-configured"')
        self.read("About 0.073 false questions a day: one in 14 days.")
        wait("the picture to say it", lambda: "one in 14 days" in (
            self.look("image", "Shakes found against false questions") or {}).get("description", ""))

    def test_apps(self):
        """An app is added by its name, is in the file, and goes again; a name cannot write another section."""
        self.open_with_sensor("# mine\n")
        for wrong in ("a]", "a; b", "  "):
            self.enter("Another app", wrong)
            self.see("push button", "Add", without="sensitive")
        self.enter("Another app", "gedit")
        self.do("push button", "Add")
        self.written("# mine\n[app gedit]\nundo = never\n")
        self.do("push button", "Remove gedit")
        self.written("# mine\n[app gedit]\n")

    def test_known_app(self):
        """A player that is there can be chosen."""
        self.open_with_sensor()
        self.desk.start_player()
        self.do("push button", "Never undo in mpv")
        self.written("[app mpv]\nundo = never\n")
        self.see("push button", "Remove mpv")

    def enter(self, row, text):
        wait(f"the field '{row}'", lambda: self.ask("text", "text", row, text) is True)


if __name__ == "__main__":
    unittest.main()
