#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Usage: docs/picture/headset.sh BIN >docs/picture/headset.svg     (BIN: the folder of the built programs; `make pictures` calls it)
# Two players with names that people know, and a headset that was described by a recording and whose buttons are pressed: where each press goes.
set -euo pipefail
. "$(dirname "$0")/desk.sh"
. "$pictures/terminal.sh"
need umockdev-run:umockdev /usr/lib/python3/dist-packages/gi:python3-gi
enter_room "$(cd "$1" && pwd)"
start_buses
cp "$pictures/headset.py" "$pictures/player.py" "$room/"
# A headset of that recording, with a name as the kernel gives it for Bluetooth.
sed 's/^N: .*/N: WH-1000XM4 (AVRCP)/' "$pictures/../../Tests/Kits/BatonInputTests/Recordings/sony-wireless-stereo-headset.desc" >"$room/headset.desc"
start firefox "$room/player.py" firefox Firefox Paused "Khruangbin - Live at the garden" "Khruangbin - Encore"
wait_for "no player" has_name org.mpris.MediaPlayer2.firefox
start spotify "$room/player.py" spotify Spotify Playing "Nina Simone - Feeling Good" "Nina Simone - Sinnerman"
wait_for "no player" has_name org.mpris.MediaPlayer2.spotify
# The first press comes when everything is on the screen, the second one when the other player plays.
agent=("$room/headset.py" "$room" "$room/headset.desc" 163@10 163@20 --)
start_agent
wait_for "no players" eval 'run batonctl list | grep -q spotify && run batonctl list | grep -q firefox'
open_terminal 98 22
type_line "batonctl players"
until_seen "Paused"
type_line "batonctl monitor       # now press Next on the headset"
until_seen "to spotify: handled"
sleep 1
tmux send-keys C-c
type_line "batonctl -p spotify pause; batonctl -p firefox play"
sleep 1
type_line "batonctl monitor       # the same button again"
until_seen "to firefox: handled"
sleep 1
draw --accent '[*] spotify.*' --accent 'to (spotify|firefox)' --title "Two players, and a headset whose Next button reaches the one that plays"
