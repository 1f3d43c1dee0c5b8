# SPDX-License-Identifier: Apache-2.0
"""One part of the trial of one player, in a room of its own.

Usage: trial.py NAME PART ROOM PROGRAMS MEDIA SOUND RESULT    (PART: playback, tracks, scenes; run.sh calls it as an ordinary user)
RESULT is a file for what was found, as JSON.
"""
import json
import os
import pathlib
import shutil
import signal
import sys
import time
import traceback

import catalogue
import media
import processes
import waiting
from commands import Commands
from faces import Faces
from judge import Judge
from room import NotHere, Room
from scenes import Scenes
from stage import Stage


def play_commands(stage, found, part):
    """Both parts begin with the same player: that they run beside each other halves the time."""
    stage.start()
    judge, faces = Judge(stage), Faces(stage)

    def compare(column, changed):
        faces.compare(column, changed)
        found["kept"] = faces.kept

    judge.on_change = compare
    found["cells"], found["differences"] = judge.cells, faces.differences
    waiting.pause(1)
    if part == "playback":
        faces.root()
        compare("start", time.monotonic())
    commands = Commands(stage, judge)
    commands.run_playback() if part == "playback" else commands.run_tracks()


def play_scenes(stage, found, _):
    scenes = Scenes(stage)
    found["scenes"] = {column: judge.cells for column, judge in scenes.results.items()}
    scenes.run()


def furnish(room, folder):
    for title in media.TITLES:
        shutil.copy(folder / media.name(title), room.folder / "music")
    shutil.copy(folder / media.name(media.OPENED), room.folder / "other")


def give_up(room, found, result):
    """At the limit, in whatever call it is: what was found until then is kept."""
    found["slow"] = "it took too long, and the rest was not tried"
    pathlib.Path(result).write_text(json.dumps(found, indent=1))
    room.close()
    os._exit(1)


def main(name, part, folder, programs, tracks, sound, result):
    player = next(player for player in catalogue.ALL if player.name == name)
    found, room, started = {"player": name, "part": part}, Room(folder, programs, sound), time.monotonic()
    signal.signal(signal.SIGTERM, lambda *_: give_up(room, found, result))
    processes.adopt_orphans()
    try:
        furnish(room, pathlib.Path(tracks))
        room.open()
        room.open_baton()
        player.prepare(room)
        (play_scenes if part == "scenes" else play_commands)(Stage(room, player, media.serve(tracks)), found, part)
    except NotHere as reason:
        found["not here"] = str(reason)
    except Exception as error:
        traceback.print_exc()
        found["fault"] = f"the suite itself failed: {error!r}"
    finally:
        found["seconds"] = round(time.monotonic() - started)
        if room.agent and room.agent.poll() is not None:
            found["fault"] = f"batond ended with {room.agent.returncode}"
        pathlib.Path(result).write_text(json.dumps(found, indent=1))
        room.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
