# SPDX-License-Identifier: Apache-2.0
"""What docs/machines.md promises of three machines at one broker, and what is left of it when a part of it fails."""
import json
import os
import pathlib
import signal
import unittest

import network
import waiting
from broker import Broker
from host import ROOT, Host

PROGRAMS = pathlib.Path(os.environ["BATON_BIN"])
WORK = pathlib.Path(os.environ["BATON_WORK"])
NAMES = ("laptop", "livingroom", "kitchen")
# What has to happen happens within this time, in seconds. A will comes later: at 1.5 times the keep-alive.
SOON = 1.0


def rights(file):
    """The list of docs/machines.md, which has two machines, with a third like the second."""
    blocks = (ROOT / "docs/examples/mqtt/acl").read_text().split("\n\n")
    third = [block.replace("livingroom", "kitchen") for block in blocks if "user livingroom" in block]
    file.write_text("\n\n".join([*blocks, *third]) + "\n")
    return file


def setUpModule():
    network.open_bridge()
    for number, name in enumerate(NAMES, 2):
        network.add(name, number)


class Stage(unittest.TestCase):
    """`laptop` follows `livingroom` and shares its calls, which the two others follow. Each test leaves both players playing."""
    further = ()

    @classmethod
    def setUpClass(cls):
        cls.folder = WORK / cls.__name__
        cls.folder.mkdir()
        cls.broker = Broker(cls.folder, network.ADDRESS, users=NAMES, rights=rights(cls.folder / "acl"), secure=True, further=cls.further)
        cls.addClassCleanup(cls.broker.close)
        lines = {"laptop": "follow = livingroom\ninterruptions = tell", "livingroom": "interruptions = follow",
                 "kitchen": "interruptions = follow"}
        for name in NAMES:
            host = Host(name, cls.broker, cls.folder, PROGRAMS, lines[name], namespace=name)
            cls.addClassCleanup(host.close)
            setattr(cls, name, host)
        cls.livingroom.start_player()
        cls.kitchen.start_player()

    def setUp(self):
        for host in (self.livingroom, self.kitchen):
            if host.status() != "Playing":
                host.batonctl("play")
            waiting.until(lambda host=host: host.status() == "Playing", f"{host.name} plays")
        waiting.until(self.is_followed, "the laptop follows the living room")

    def tearDown(self):
        network.plug("livingroom")
        self.end_call()

    def is_followed(self):
        """Whether a key on the laptop reaches what plays in the living room."""
        return "livingroom" in (self.laptop.agent("Application", "FirstResponder") or "") and "Playing" in self.laptop.batonctl("status")

    def says(self, what, seconds):
        print(f"{self.id().partition('.')[2]}: {what} after {seconds:.2f} s", flush=True)

    def becomes(self, host, status, limit=SOON):
        self.says(f"{host.name} is {status}", waiting.until(lambda: host.status() == status, f"{host.name} is {status}", limit))

    def begin_call(self):
        """A call on the laptop that lasts until `end_call`."""
        (self.laptop.folder / "end").unlink(missing_ok=True)
        self.laptop.start("call", ["batonctl", "interrupt", "call", "--", "sh", "-c", 'until [ -e "$HOME/end" ]; do sleep 0.02; done'])

    def end_call(self):
        (self.laptop.folder / "end").touch()
        if call := self.laptop.running.pop("call", None):
            call.wait(10)


class Household(Stage):
    # MARK: Nothing fails

    def test_key(self):
        """A key on the laptop pauses what plays in the living room."""
        self.laptop.batonctl("pause")
        self.becomes(self.livingroom, "Paused")
        self.assertEqual(self.kitchen.status(), "Playing")

    def test_call(self):
        """A call on the laptop pauses both others, and its end lets both go on."""
        self.begin_call()
        self.becomes(self.livingroom, "Paused")
        self.becomes(self.kitchen, "Paused")
        self.end_call()
        self.becomes(self.livingroom, "Playing")
        self.becomes(self.kitchen, "Playing")

    def test_cable_in_call(self):
        """A machine whose cable is pulled in a call and is back before its connection is given up hears of the end late, and goes on then."""
        self.begin_call()
        self.becomes(self.livingroom, "Paused")
        self.becomes(self.kitchen, "Paused")
        network.pull("livingroom")
        self.end_call()
        self.becomes(self.kitchen, "Playing")
        waiting.throughout(lambda: self.livingroom.status() == "Paused", "the living room is paused", 3)
        network.plug("livingroom")
        # TCP repeats what was not acknowledged after a time that doubles.
        self.becomes(self.livingroom, "Playing", limit=10)

    def test_rights(self):
        """A machine cannot speak for another one, whoever it is that writes."""
        heard = self.broker.listen("baton/#", user="laptop")
        for topic in ("available", "now", "interruptions", "about"):
            said = self.broker.publish(f"baton/livingroom/{topic}", "offline", user="kitchen", retain=True)
            self.assertIn("ot authorized", said, topic)
        self.assertEqual([text for topic in ("available", "now", "interruptions", "about")
                          for text in heard.live(f"baton/livingroom/{topic}") if text == "offline"], [])
        heard.close()
        self.assertEqual(self.broker.kept("baton/livingroom/available")["baton/livingroom/available"], "online")
        self.assertTrue(self.is_followed())

    # MARK: A part fails

    def test_bridge_killed(self):
        """When baton-mqtt is killed the broker says so at once, and when it is back all is as before."""
        self.livingroom.end("baton-mqtt")
        available = "baton/livingroom/available"
        heard = self.broker.listen(available)
        waiting.until(lambda: [text for *_, text in heard.messages()] == ["offline"], "the will", SOON)
        heard.close()
        self.livingroom.start_bridge()
        self.says("a key reaches the living room", waiting.until(self.is_followed, "the living room is back", SOON))
        self.laptop.batonctl("pause")
        self.becomes(self.livingroom, "Paused")

    def test_bridge_killed_in_call(self):
        """What the call of a machine paused stays paused when that machine is lost, for nobody knows whether it is over."""
        self.begin_call()
        self.becomes(self.livingroom, "Paused")
        self.laptop.end("baton-mqtt")
        waiting.until(lambda: self.livingroom.agent("Interruptions", "Active") == [], "the interruption ends", SOON)
        waiting.throughout(lambda: self.livingroom.status() == "Paused", "the living room is paused", 2)
        self.end_call()
        self.laptop.start_bridge()

    def test_broker_killed(self):
        """After the broker's death and its return with an empty store all is as before."""
        self.broker.stop(signal.SIGKILL)
        self.broker.start()
        self.says("a key reaches the living room", waiting.until(
            lambda: self.laptop.batonctl("pause") is not None and self.livingroom.status() == "Paused", "the household is back", 10))
        # Each machine comes back by itself, and says last that it is there.
        self.says("all machines are told again", waiting.until(
            lambda: all(self.broker.kept("baton/+/available").get(f"baton/{name}/available") == "online" for name in NAMES),
            "all machines are told", 10))
        topics = self.broker.kept("baton/#")
        for name in NAMES:
            self.assertEqual(json.loads(topics[f"baton/{name}/interruptions"]), [])

    def test_broker_killed_in_call(self):
        """A call outlasts the broker: its end is heard after the return, and lets go on what it paused."""
        self.begin_call()
        self.becomes(self.livingroom, "Paused")
        self.broker.stop(signal.SIGKILL)
        waiting.throughout(lambda: self.livingroom.status() == "Paused", "the living room is paused", 1)
        self.broker.start()
        waiting.until(lambda: "call" in self.broker.kept("baton/laptop/interruptions").get("baton/laptop/interruptions", ""),
                      "the call is told again", 10)
        waiting.throughout(lambda: self.livingroom.status() == "Paused", "the living room is paused", 3)
        self.end_call()
        self.becomes(self.livingroom, "Playing")

    def test_broker_frozen(self):
        """A broker that does not answer for a minute delays nothing on the machines, and afterwards all is as before."""
        self.broker.freeze()
        self.addCleanup(self.broker.thaw)
        for _ in range(2):
            seconds = waiting.until(lambda: self.livingroom.batonctl("play-pause") is not None, "a key in the living room", SOON)
            self.says("a key in the living room", seconds)
        waiting.until(lambda: self.livingroom.status() == "Playing", "the living room plays")
        # It gets no answer, and must not be done when the broker delivers it a minute later.
        self.laptop.batonctl("pause")
        waiting.throughout(lambda: self.livingroom.status() == "Playing", "the living room plays", 58)
        self.broker.thaw()
        waiting.throughout(lambda: self.livingroom.status() == "Playing", "the living room plays", 3)
        self.says("a key reaches the living room", waiting.until(
            lambda: self.is_followed() and self.laptop.batonctl("pause") is not None and self.livingroom.status() == "Paused",
            "the household is back", 10))


class Away(Stage):
    """The same household with a keep-alive of ten seconds, by the broker's word: a machine that is cut off is given up after fifteen."""
    further = ("max_keepalive 10",)

    def test_end_missed(self):
        """A machine that has missed the end of a call does not go on by itself, and is known to be away meanwhile."""
        self.begin_call()
        self.becomes(self.livingroom, "Paused")
        network.pull("livingroom")
        available = "baton/livingroom/available"
        self.says("the will", waiting.until(lambda: self.broker.kept(available)[available] == "offline", "the will", 20))
        self.end_call()
        self.becomes(self.kitchen, "Playing")
        waiting.until(lambda: "no broker" in self.livingroom.log("baton-mqtt"), "the living room gives the connection up", 20)
        network.plug("livingroom")
        self.says("it is back", waiting.until(lambda: self.broker.kept(available)[available] == "online", "it is back", 20))
        waiting.throughout(lambda: self.livingroom.status() == "Paused", "the living room is paused", 3)
