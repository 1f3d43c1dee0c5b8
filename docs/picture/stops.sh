#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Usage: docs/picture/stops.sh BIN >docs/picture/stops.svg     (BIN: the folder of the built programs; `make pictures` calls it)
# A real player on a real PipeWire, a program that records as a call does, and what Baton tells of it in a terminal.
set -euo pipefail
. "$(dirname "$0")/desk.sh"
. "$pictures/terminal.sh"
. "$pictures/player.sh"
need pipewire:pipewire pipewire-pulse:pipewire-pulse wireplumber:wireplumber pactl:pulseaudio-utils parecord:pulseaudio-utils
enter_room "$(cd "$1" && pwd)"
start_buses
start pipewire pipewire
start pulse pipewire-pulse
start wireplumber wireplumber
wait_for "no sound server" run pactl info
run pactl load-module module-null-sink sink_name=speaker >/dev/null
run pactl load-module module-null-sink sink_name=microphone media.class=Audio/Source/Virtual >/dev/null
start_agent --set interruptions.call=microphone

start_player kitchen "Kitchen radio" "First light"
wait_for "the player does not play" eval 'run batonctl status | grep -q Playing'
open_terminal 80 20
type_line "batonctl players"
until_seen "Playing"
type_line "batonctl interruptions --follow"
sleep 3
start call parecord --client-name=Twinkle --device=microphone --property=media.role=phone "$room/run/call.wav"
until_seen "paused mpv"
sleep 2
kill "${children[-1]}"
until_seen "plays mpv"
tmux send-keys C-c
sleep 1
type_line "batonctl sleep 30m"
sleep 1
type_line "batonctl sleep"
sleep 1
draw --columns 96
