#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Usage: docs/picture/record.sh BIN > docs/picture/baton.svg    (BIN: the folder of batond and batonctl, as installed)
# Runs docs/try/run.sh on a private bus in a real terminal (tmux), types a few commands, and draws what the terminal shows.
set -euo pipefail
bin=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
room=$(mktemp -d)
terminal=(tmux -S "$room/tmux")
trap '"${terminal[@]}" kill-server 2>/dev/null || true; rm -rf "$room"' EXIT

screen() { "${terminal[@]}" capture-pane -e -p; }

# Waits up to ten seconds for a text on the screen.
until_seen() {
    for _ in $(seq 100); do
        screen | grep -q -- "$1" && return 0
        sleep 0.1
    done
    screen >&2
    echo "record: never saw '$1'" >&2
    exit 1
}

type_line() {
    "${terminal[@]}" send-keys -l -- "$1"
    "${terminal[@]}" send-keys Enter
    sleep 1
}

"${terminal[@]}" -f /dev/null new-session -d -x 112 -y 44 \
    "env -u DBUS_SESSION_BUS_ADDRESS -u XDG_RUNTIME_DIR TERM=xterm-256color '$here/../try/run.sh' '$bin'"
"${terminal[@]}" set-option -g status off
until_seen "Ctrl-C ends everything"
sleep 2
# The second player has its process id in its name.
second=$(screen | grep -o 'mpv\.instance[0-9]*' | head -n 1)
type_line "next"
type_line "-p $second play"
type_line "players"
type_line "next"
type_line "play-pause"
type_line "previous"
screen | "$here/terminal-to-svg.py"
"${terminal[@]}" send-keys C-c
