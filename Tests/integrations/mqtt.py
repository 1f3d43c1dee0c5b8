# SPDX-License-Identifier: Apache-2.0
"""What docs/machines.md promises of docs/examples/mqtt: a real mosquitto with those rights, and a machine with batond, baton-mqtt and mpv."""

import os
import re
import socket
import subprocess
import unittest

import yaml

from session import BIN, ROOT, Session, wait

EXAMPLES = ROOT / "docs/examples/mqtt"
PAGE = (ROOT / "docs/machines.md").read_text()
PASSWORD = "correct horse"
CLIENTS = ("rr", "pub", "sub")


def code(name):
    """An example without its head, as the page shows it."""
    return (EXAMPLES / name).read_text().split("\n\n", 1)[1]


class Examples(unittest.TestCase):
    """One machine `livingroom` for all; the test is `laptop`, or Home Assistant."""

    @classmethod
    def setUpClass(cls):
        cls.session = Session(baton=False)
        cls.addClassCleanup(cls.session.close)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            cls.port = free.getsockname()[1]
        cls.start_broker()
        cls.start_machine()

    @classmethod
    def start_broker(cls):
        folder = cls.session.folder
        passwords = folder / "passwords"
        passwords.touch(0o600)
        for user in ("laptop", "livingroom", "homeassistant"):
            subprocess.run(["mosquitto_passwd", "-b", passwords, user, PASSWORD], check=True, capture_output=True)
        (folder / "acl").write_text((EXAMPLES / "acl").read_text())
        (folder / "acl").chmod(0o600)
        (folder / "mosquitto.conf").write_text(
            f"listener {cls.port} 127.0.0.1\nallow_anonymous false\npassword_file {passwords}\nacl_file {folder}/acl\npersistence false\nuser root\n")
        cls.session.environment["PATH"] += ":/usr/sbin:/sbin"
        cls.session.start(["mosquitto", "-c", str(folder / "mosquitto.conf")], "mosquitto.log")
        wait(lambda: "running" in (folder / "mosquitto.log").read_text(), "the broker")
        # As pause.sh says: the password is in no argument.
        cls.be("laptop")

    @classmethod
    def be(cls, user):
        folder = cls.session.folder / ".config"
        folder.mkdir(exist_ok=True)
        for client in CLIENTS:
            (folder / f"mosquitto_{client}").write_text(f"-h 127.0.0.1\n-p {cls.port}\n-u {user}\n-P {PASSWORD}\n")

    @classmethod
    def start_machine(cls):
        folder = cls.session.folder / ".config/baton"
        folder.mkdir(parents=True)
        (folder / "password").write_text(PASSWORD)
        (folder / "password").chmod(0o600)
        (folder / "baton.conf").write_text(
            f"[mqtt]\nbroker = mqtt://127.0.0.1:{cls.port}\nuser = livingroom\npassword-file = {folder}/password\nname = livingroom\n"
            "home-assistant = yes\n")
        cls.session.start_baton()
        cls.session.start([str(BIN / "baton-mqtt")], "baton-mqtt.log")
        wait(lambda: cls.retained("baton/livingroom/available") == "online", "the machine is at the broker")

    @classmethod
    def retained(cls, topic):
        return cls.session.run(["mosquitto_sub", "-C", "1", "-W", "1", "-t", topic])[1].strip()

    def setUp(self):
        self.be("laptop")
        self.session.batonctl("play")
        self.session.waits_for("Playing")
        wait(lambda: '"playing"' in self.retained("baton/livingroom/now"), "the broker knows that it plays")

    def test_script(self):
        """It pauses the machine, and waits for the answer."""
        status, text = self.session.run(["sh", str(EXAMPLES / "pause.sh"), "livingroom"])
        self.assertEqual((status, text), (0, "livingroom is paused\n"))
        self.session.waits_for("Paused")

    def test_script_without_machine(self):
        """A machine that is not there is told as such, and nothing is left at the broker for it."""
        status, text = self.session.run(["sh", str(EXAMPLES / "pause.sh"), "kitchen"])
        self.assertEqual(status, 1, text)
        self.assertIn("kitchen does not answer", text)
        self.assertEqual(self.session.status(), "Playing")
        self.assertEqual(self.session.run(["sh", str(EXAMPLES / "pause.sh")])[0], 64)

    def test_automation(self):
        """Its action is a command of the page, and pauses the machine with the rights of Home Assistant."""
        automation = yaml.safe_load((EXAMPLES / "door-bell.yaml").read_text())
        self.assertEqual(sorted(automation), ["actions", "alias", "mode", "triggers"])
        (action,) = automation["actions"]
        self.assertEqual(action["action"], "mqtt.publish")
        data = action["data"]
        self.assertRegex(data["topic"], r"^baton/[a-z]+/command$")
        self.assertIn("`baton/NAME/command`", PAGE)
        self.assertRegex(PAGE, rf"(?m)^\| .*`{re.escape(data['payload'])}`.* \|", "the page has no such command")
        self.assertIs(data["retain"], False)
        self.be("homeassistant")
        status, text = self.session.run(["mosquitto_pub", "-t", data["topic"], "-m", data["payload"]])
        self.assertEqual(status, 0, text)
        self.session.waits_for("Paused")

    def test_rights(self):
        """Home Assistant is told of the machine; a machine cannot speak for another one."""
        found = wait(lambda: self.announced(), "the announcement of the machine")
        self.assertIn("baton/livingroom/", found)
        self.session.run(["mosquitto_pub", "-V", "5", "-q", "1", "-r", "-t", "baton/livingroom/available", "-m", "offline"])
        self.assertEqual(self.retained("baton/livingroom/available"), "online")

    def announced(self):
        self.be("homeassistant")
        return self.retained("homeassistant/+/+/+/config")

    def test_page(self):
        """The page has the rights of the file."""
        self.assertTrue(f"```\n{code('acl')}```" in PAGE, "docs/machines.md has other rights than docs/examples/mqtt/acl")
        for file in sorted(os.listdir(EXAMPLES)):
            self.assertIn(f"(examples/mqtt/{file})", PAGE, f"{file} is not in the page")


if __name__ == "__main__":
    unittest.main()
