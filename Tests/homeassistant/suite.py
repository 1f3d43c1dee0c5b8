# SPDX-License-Identifier: Apache-2.0
"""What docs/machines.md promises of a machine in Home Assistant."""
import json
import os
import pathlib
import signal
import unittest

import waiting
from assistant import Assistant
from broker import Broker
from host import ROOT, TITLES, Host

PROGRAMS = pathlib.Path(os.environ["BATON_BIN"])
WORK = pathlib.Path(os.environ["BATON_WORK"])
ALL = "\n".join(f"allow = {word}" for word in ("playback", "volume", "pin", "pause-all", "settings"))
# All is right again within this time after a restart of a part, in seconds.
AGAIN = 10.0

# Each entity, and the state that it has while mpv plays its first track at full volume. A button has none.
PLAYING = {
    "sensor.laptop_state": "playing", "sensor.laptop_player": "mpv", "sensor.laptop_interruption": "none",
    "sensor.laptop_title": TITLES[0], "sensor.laptop_artist": "Trio", "sensor.laptop_album": "Evening",
    "number.laptop_volume": "100", "select.laptop_pin": "-", "select.laptop_policy": "playing", "switch.laptop_shake": "on",
    "switch.laptop_interruptions": "on",
}
# It has no state before the first shake.
SHAKEN = "event.laptop_shaken"
BUTTONS = {f"button.laptop_{word}" for word in ("play", "pause", "toggle", "stop", "next", "previous", "pause_all", "resume")}


class Entities(unittest.TestCase):
    """One machine that allows everything of it, and one Home Assistant. Each test leaves mpv playing its first track."""

    @classmethod
    def setUpClass(cls):
        folder = WORK / cls.__name__
        folder.mkdir()
        cls.broker = Broker(folder, users=("laptop", "homeassistant"), rights=ROOT / "docs/examples/mqtt/acl")
        cls.addClassCleanup(cls.broker.close)
        cls.laptop = Host("laptop", cls.broker, folder, PROGRAMS, f"home-assistant = yes\ntitles = yes\n{ALL}")
        cls.addClassCleanup(cls.laptop.close)
        cls.laptop.start_player()
        cls.home = Assistant(cls.broker, folder / "home", "homeassistant")
        cls.addClassCleanup(cls.home.close)

    def setUp(self):
        self.is_as_it_should_be("at the beginning")

    def is_as_it_should_be(self, when):
        """Waits until every entity is there and has the right state."""
        def wrong():
            return {entity: self.home.state(entity) for entity, state in PLAYING.items() if self.home.state(entity) != state} | {
                entity: self.home.state(entity) for entity in BUTTONS if self.home.state(entity) in (None, "unavailable")}
        try:
            self.says(f"all is right {when}", waiting.until(lambda: not wrong(), "all is right", AGAIN))
        except AssertionError:
            raise AssertionError(f"{when}: {wrong()}; {self.laptop.log('baton-mqtt')[-500:]}") from None

    def says(self, what, seconds):
        print(f"{self.id().partition('.')[2]}: {what} after {seconds:.2f} s", flush=True)

    def becomes(self, entity, state, limit=2.0):
        self.says(f"{entity} is {state}", waiting.until(
            lambda: self.home.state(entity) == state, f"{entity} is {state}, not {self.home.state(entity)}", limit))

    # MARK: States and commands

    def test_entities(self):
        """Every entity that is announced is one of the list, and has the device's availability."""
        there = {entity for entity in self.home.states if entity.partition(".")[2].startswith("laptop")}
        self.assertEqual(there, set(PLAYING) | BUTTONS | {SHAKEN})

    def test_buttons(self):
        """A press arrives at mpv, and its effect is shown."""
        self.home.call("button.press", "button.laptop_pause")
        waiting.until(lambda: self.laptop.status() == "Paused", "mpv pauses", 1)
        self.becomes("sensor.laptop_state", "paused")
        self.home.call("button.press", "button.laptop_play")
        waiting.until(lambda: self.laptop.status() == "Playing", "mpv plays", 1)
        self.becomes("sensor.laptop_state", "playing")
        self.home.call("button.press", "button.laptop_next")
        self.becomes("sensor.laptop_title", TITLES[1])
        self.home.call("button.press", "button.laptop_previous")
        self.becomes("sensor.laptop_title", TITLES[0])

    def test_all(self):
        """All players are paused, and go on."""
        self.home.call("button.press", "button.laptop_pause_all")
        self.becomes("sensor.laptop_state", "paused")
        self.home.call("button.press", "button.laptop_resume")
        self.becomes("sensor.laptop_state", "playing")

    def test_volume(self):
        self.home.call("number.set_value", "number.laptop_volume", value=40)
        waiting.until(lambda: abs(self.laptop.volume() - 0.4) < 0.01, "mpv's volume", 1)
        self.becomes("number.laptop_volume", "40")
        self.home.call("number.set_value", "number.laptop_volume", value=100)
        self.becomes("number.laptop_volume", "100")

    def test_pin(self):
        self.assertEqual(self.home.attributes("select.laptop_pin")["options"], ["-", "mpv"])
        self.home.call("select.select_option", "select.laptop_pin", option="mpv")
        waiting.until(lambda: self.laptop.agent("Application", "Pinned") == "mpv", "mpv is pinned", 1)
        self.becomes("select.laptop_pin", "mpv")
        self.home.call("select.select_option", "select.laptop_pin", option="-")
        self.becomes("select.laptop_pin", "-")
        self.assertEqual(self.laptop.agent("Application", "Pinned"), "")

    def test_shake(self):
        self.home.call("switch.turn_off", "switch.laptop_shake")
        waiting.until(lambda: self.laptop.agent("Application", "ShakeToUndo") is False, "shakes are off", 1)
        self.becomes("switch.laptop_shake", "off")
        self.home.call("switch.turn_on", "switch.laptop_shake")
        self.becomes("switch.laptop_shake", "on")

    def test_interruptions(self):
        """While the switch is off a call pauses nothing."""
        self.home.call("switch.turn_off", "switch.laptop_interruptions")
        self.becomes("switch.laptop_interruptions", "off")
        self.laptop.start("call", ["batonctl", "interrupt", "call", "--", "sleep", "60"])
        waiting.until(lambda: self.laptop.agent("Interruptions", "Active"), "the call begins")
        waiting.throughout(lambda: self.laptop.status() == "Playing", "mpv plays", 1)
        self.laptop.end("call", signal.SIGTERM)
        self.home.call("switch.turn_on", "switch.laptop_interruptions")
        self.becomes("switch.laptop_interruptions", "on")

    def test_policy(self):
        self.home.call("select.select_option", "select.laptop_policy", option="recent")
        self.becomes("select.laptop_policy", "recent")
        self.assertEqual(self.laptop.agent("Application", "Policy"), "recent")
        self.home.call("select.select_option", "select.laptop_policy", option="playing")
        self.becomes("select.laptop_policy", "playing")

    def test_shakes(self):
        """Each shake is an event, and not one that Home Assistant hears again after its start."""
        before = self.home.state(SHAKEN)
        self.laptop.shake()
        self.says("the event", waiting.until(lambda: self.home.state(SHAKEN) not in (before, "unknown"), "the event", 1))
        self.assertEqual(self.home.attributes(SHAKEN)["event_type"], "shake")
        self.assertNotIn("baton/laptop/event", self.broker.kept("baton/#", user="homeassistant"))

    def test_player(self):
        """What `mqtt_media_player` reads and sends is there: this stands for it, which comes from no registry."""
        announced = self.announced_player()
        def told(what):
            topic = announced[f"state_{what}_topic"]
            return self.broker.kept(topic, user="homeassistant").get(topic)
        for what, value in (("state", "playing"), ("title", TITLES[0]), ("artist", "Trio"), ("album", "Evening"), ("duration", "60"),
                            ("volume", "1.0")):
            self.assertEqual(told(what), value, what)
        self.assertTrue(told("position").isdigit())
        for word, status in (("pause", "Paused"), ("play", "Playing"), ("playpause", "Paused"), ("playpause", "Playing")):
            self.broker.publish(announced[f"command_{word}_topic"], announced[f"command_{word}_payload"], user="homeassistant")
            waiting.until(lambda status=status: self.laptop.status() == status, f"{word} arrives", 2)
        self.broker.publish(announced["command_volume_topic"], "0.5", user="homeassistant")
        waiting.until(lambda: abs(self.laptop.volume() - 0.5) < 0.01, "the volume arrives", 2)
        self.broker.publish(announced["command_volume_topic"], "1", user="homeassistant")

    def announced_player(self):
        topics = self.broker.kept("homeassistant/media_player/+/config", user="homeassistant")
        self.assertEqual(len(topics), 1, topics)
        return json.loads(*topics.values())

    def test_interruption(self):
        """What interrupts is shown only if the machine shares it, which this one does not."""
        self.laptop.start("call", ["batonctl", "interrupt", "call", "--", "sleep", "60"])
        self.becomes("sensor.laptop_state", "paused")
        self.assertEqual(self.home.state("sensor.laptop_interruption"), "none")
        self.laptop.end("call", signal.SIGTERM)
        self.becomes("sensor.laptop_state", "playing", 5)

    # MARK: Restarts

    def test_home_assistant_restarts(self):
        self.home.stop()
        self.home.start()
        self.is_as_it_should_be("after Home Assistant's start")

    def test_broker_restarts(self):
        """With an empty store: what it had kept is told again."""
        self.broker.stop(signal.SIGKILL)
        waiting.until(lambda: self.home.state("sensor.laptop_state") == "unavailable", "Home Assistant knows")
        self.broker.start()
        # Home Assistant takes entities for available when it is connected again, before it has heard of the machine.
        topic = "baton/laptop/available"
        self.says("the machine is back", waiting.until(lambda: self.broker.kept(topic).get(topic) == "online", "it is back", AGAIN))
        self.is_as_it_should_be("after the broker's start")
        self.test_buttons()

    def test_both_restart(self):
        """Home Assistant begins anew, with nothing remembered, at an empty broker."""
        self.home.stop()
        self.broker.stop(signal.SIGKILL)
        self.broker.start()
        self.home.start()
        self.is_as_it_should_be("after both starts")

    def test_agent_restarts(self):
        self.laptop.end("batond")
        self.laptop.start_agent()
        self.is_as_it_should_be("after batond's start")
        self.test_buttons()

    def test_bridge_killed(self):
        """All is unavailable at once, and right again after its start."""
        self.laptop.end("baton-mqtt")
        self.becomes("sensor.laptop_state", "unavailable")
        self.laptop.start_bridge()
        self.is_as_it_should_be("after baton-mqtt's start")

    def test_switched_off(self):
        """With `home-assistant = no` nothing is left, neither in Home Assistant nor at the broker."""
        self.laptop.configure(f"titles = yes\n{ALL}")
        self.laptop.reload()
        self.says("all is gone", waiting.until(lambda: not [e for e in self.home.states if "laptop" in e], "all is gone", AGAIN))
        self.assertEqual(self.broker.kept("homeassistant/#", user="homeassistant"), {})
        left = [topic for topic in self.broker.kept("baton/laptop/#", user="homeassistant") if "player/" in topic]
        self.assertEqual(left, [])
        self.laptop.configure(f"home-assistant = yes\ntitles = yes\n{ALL}")
        self.laptop.reload()
        self.is_as_it_should_be("when it is switched on again")
