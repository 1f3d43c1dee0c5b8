#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Usage: docs/picture/headset.sh BIN >docs/picture/headset.svg     (BIN: the folder of the built programs; `make pictures` calls it)
# Two real players, and a headset that was described by a recording and whose buttons are pressed: where each press goes.
set -euo pipefail
. "$(dirname "$0")/desk.sh"
. "$pictures/terminal.sh"
. "$pictures/player.sh"
need umockdev-run:umockdev
enter_room "$(cd "$1" && pwd)"
start_buses
cp "$pictures/headset.py" "$pictures/../../Tests/Kits/BatonInputTests/Recordings/sony-wireless-stereo-headset.desc" "$room/"
start_player kitchen "Kitchen radio" "First light" "Second cup" "Third floor"
wait_for "no player" has_name org.mpris.MediaPlayer2.mpv
start_player night "Night train" "Platform" "Tunnel" "Terminus" -- --pause
# The first press comes when everything is on the screen, the second one when the other player plays.
agent=("$room/headset.py" "$room" "$room/sony-wireless-stereo-headset.desc" 163@12 163@22 --)
start_agent
wait_for "no players" eval 'run batonctl list | grep -q instance'
# The second player has its process id in its name.
second=$(run batonctl list | grep instance)
open_terminal 118 20
type_line "batonctl players"
until_seen "Paused"
type_line "batonctl monitor"
until_seen "to mpv: handled"
sleep 1
tmux send-keys C-c
type_line "batonctl -p mpv pause; batonctl -p $second play"
sleep 1
type_line "batonctl monitor"
until_seen "to $second: handled"
sleep 1
draw
