#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Home Assistant's core with its own MQTT integration, without its web page and without a log-in. It runs in the environment of run.sh.

Usage: home.py FOLDER HOST PORT [USER]     FOLDER keeps what Home Assistant remembers; USER has the password that is its name

It prints one JSON object a line: {"ready": true} when Home Assistant has started, {"entity": ID, "state": S, "attributes": {...}} for each
state of an entity that is not Home Assistant's own, with a state of null when the entity is gone, and {"called": N, "error": null or text}.
It reads lines: N DOMAIN.SERVICE ENTITY {"DATA": ...}. At the end of its input it stops.
"""
import asyncio
import json
import pathlib
import socket
import sys

OWN = ("conversation", "persistent_notification", "person", "sun", "tts", "zone")


def say(**row):
    print(json.dumps(row, default=str), flush=True)


def prepare(folder, host, port, user):
    """What a person would enter: the broker, and a server that only this machine reaches."""
    storage = folder / ".storage"
    if storage.exists():
        return
    storage.mkdir(parents=True)
    data = {"broker": host, "port": port, "discovery": True, "discovery_prefix": "homeassistant"}
    if user:
        data |= {"username": user, "password": user}
    entry = {"entry_id": "1", "version": 1, "minor_version": 1, "domain": "mqtt", "title": "MQTT", "data": data, "options": {},
             "pref_disable_new_entities": False, "pref_disable_polling": False, "source": "user", "unique_id": None, "disabled_by": None}
    (storage / "core.config_entries").write_text(json.dumps(
        {"version": 1, "minor_version": 1, "key": "core.config_entries", "data": {"entries": [entry]}}))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        server = probe.getsockname()[1]
    (folder / "configuration.yaml").write_text(
        "homeassistant:\n  name: Home\n  unit_system: metric\n  time_zone: UTC\n"
        f"http:\n  server_host: 127.0.0.1\n  server_port: {server}\n")


def tell(state):
    if state.domain not in OWN:
        say(entity=state.entity_id, state=state.state, attributes=dict(state.attributes))


async def call(hass, line):
    number, service, entity, data = line.split(" ", 3)
    domain, name = service.split(".")
    error = None
    try:
        await hass.services.async_call(domain, name, {"entity_id": entity, **json.loads(data)}, blocking=True)
    except Exception as problem:  # What the service says is the answer.
        error = f"{type(problem).__name__}: {problem}"
    say(called=int(number), error=error)


async def run(folder, host, port, user=None):
    from homeassistant import bootstrap
    from homeassistant.core import callback
    from homeassistant.runner import RuntimeConfig
    prepare(folder, host, int(port), user)
    # Without its page it would start as after a broken update, with nothing else.
    bootstrap.CRITICAL_INTEGRATIONS = ()
    hass = await bootstrap.async_setup_hass(RuntimeConfig(config_dir=str(folder), skip_pip=True, log_no_color=True))

    @callback
    def changed(event):
        if event.data["new_state"] is None:
            say(entity=event.data["entity_id"], state=None, attributes={})
        else:
            tell(event.data["new_state"])

    hass.bus.async_listen("state_changed", changed)
    for state in hass.states.async_all():
        tell(state)
    await hass.async_start()
    await hass.async_block_till_done()
    say(ready=hass.config_entries.async_entries("mqtt")[0].state.value == "loaded")
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := (await reader.readline()).decode().strip():
        await call(hass, line)
    await hass.async_stop()


if __name__ == "__main__":
    asyncio.run(run(pathlib.Path(sys.argv[1]), *sys.argv[2:]))
