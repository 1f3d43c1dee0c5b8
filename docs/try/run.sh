#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Usage: docs/try/run.sh BIN    (`make run` calls it with the folder of the built programs)
# Starts batond and shows every event it routes, until Ctrl-C. On a session bus with players it works on those. Anywhere else it
# brings a bus, or two real mpv players on generated sound, or both. Lines typed in are batonctl commands.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
bin=$(cd "$1" && pwd)
room=$(mktemp -d "${TMPDIR:-/tmp}/baton-try.XXXXXX")
children=()

clean_up() {
    trap '' INT TERM HUP
    trap - EXIT
    local child
    for child in "${children[@]}"; do kill -TERM "$child" 2>/dev/null || true; done
    for _ in $(seq 40); do
        local alive=false
        for child in "${children[@]}"; do kill -0 "$child" 2>/dev/null && alive=true; done
        $alive || break
        sleep 0.05
    done
    for child in "${children[@]}"; do kill -KILL "$child" 2>/dev/null || true; done
    wait 2>/dev/null || true
    rm -rf "$room"
}
trap 'clean_up; exit 0' INT TERM HUP
trap clean_up EXIT

# Tries a command or function again and again for five seconds, until it succeeds.
eventually() {
    for _ in $(seq 100); do
        if "$@" >/dev/null 2>&1 </dev/null; then return 0; fi
        sleep 0.05
    done
    return 1
}

bus_names() {
    timeout 3 dbus-send --session --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.ListNames 2>/dev/null </dev/null |
        sed -n 's/.*string "\(.*\)"/\1/p'
}

players() {
    bus_names | grep -E '^org\.mpris\.MediaPlayer2\.' | grep -vE '\.(playerctld|baton)$' || true
}

private_bus() {
    echo "$1; this is a private one, which ends with this command."
    export DBUS_SESSION_BUS_ADDRESS=unix:path=$room/bus
    # Nobody's own configuration, pin or ignore list is read or changed on it.
    export XDG_CONFIG_HOME=$room/config XDG_STATE_HOME=$room/state
    setsid dbus-daemon --config-file="$here/bus.conf" --nofork --nopidfile --nosyslog --address="$DBUS_SESSION_BUS_ADDRESS" </dev/null 2>"$room/bus.log" &
    children+=($!)
    eventually timeout 2 dbus-send --session --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.GetId ||
        { cat "$room/bus.log" >&2; echo "run: the private bus did not start" >&2; exit 1; }
}

# make_tracks NAME TITLE... : short tracks of two notes each, quiet enough to leave on.
make_tracks() {
    local name=$1 note=0
    shift
    mkdir -p "$room/$name"
    for title in "$@"; do
        note=$((note + 1))
        sox -q -n -r 16000 -c 1 --comment "TITLE=$title" --add-comment "ARTIST=$name" "$room/$name/$note.flac" \
            synth 90 pluck "%$((note * 4 - 12))" synth 90 sine mix "%$((note * 4 - 5))" tremolo 0.4 60 gain -24
    done
}

# start_mpv NAME OPTION... : the real player with its real MPRIS plugin, in its own folder, away from the user's settings.
start_mpv() {
    local name=$1 plugin
    shift
    for plugin in /etc/mpv/scripts/mpris.so /usr/lib/mpv-mpris/mpris.so /usr/lib/mpv/scripts/mpris.so ""; do
        [ -e "$plugin" ] && break
    done
    [ -n "$plugin" ] || { echo "run: mpv's MPRIS plugin is not installed (Debian: mpv-mpris)" >&2; exit 1; }
    setsid mpv --no-config --no-terminal --no-video --load-scripts=no --script="$plugin" --ao=pipewire,pulse,alsa,null \
        --loop-playlist=inf --volume=60 "$@" "$room/$name"/*.flac </dev/null >"$room/$name.log" 2>&1 &
    children+=($!)
}

two_players() {
    echo "No players here: starting two mpv players on generated sound, one playing and one paused."
    make_tracks "Kitchen radio" "First light" "Second cup" "Third floor"
    make_tracks "Night train" "Platform" "Tunnel" "Terminus"
    start_mpv "Kitchen radio"
    # One after the other, so that the first one has the plain name and the second one the name with its process id.
    eventually has_players 1 || { cat "$room"/*.log >&2; echo "run: mpv did not come up" >&2; exit 1; }
    start_mpv "Night train" --pause
    eventually has_players 2 || { cat "$room"/*.log >&2; echo "run: mpv did not come up" >&2; exit 1; }
}

has_players() { [ "$(players | wc -l)" -ge "$1" ]; }

start_agent() {
    setsid "$bin/batond" </dev/null >"$room/batond.log" 2>&1 &
    agent=$!
    children+=("$agent")
    eventually timeout 2 "$bin/batonctl" info || { cat "$room/batond.log" >&2; echo "run: batond did not start" >&2; exit 1; }
}

say_what_to_try() {
    cat <<TEXT

$("$bin/batonctl" players)

Type a batonctl command and Enter: next, play-pause, players, pin mpv, unpin, send pause, metadata, help.
Or use another terminal, with batonctl or any other MPRIS client:
  export DBUS_SESSION_BUS_ADDRESS='$DBUS_SESSION_BUS_ADDRESS'
  '$bin/batonctl' next;  playerctl -p playerctld next
Every event is shown: input, player, outcome, time. Ctrl-C ends everything.

TEXT
}

# One line is one command; xargs splits it with quotes, and expands nothing.
run_line() {
    case "$1" in
        "" | "#"*) ;;
        quit | exit) exit 0 ;;
        *) printf '%s\n' "${1#batonctl }" | xargs "$bin/batonctl" || true ;;
    esac
}

# Somebody is to type here; the event of the last command comes first.
prompt() {
    [ ! -t 0 ] || { sleep 0.15; printf '\033[32m›\033[0m '; }
}

if [ -z "${DBUS_SESSION_BUS_ADDRESS:-}" ] && [ -S "${XDG_RUNTIME_DIR:-/nonexistent}/bus" ]; then
    export DBUS_SESSION_BUS_ADDRESS=unix:path=$XDG_RUNTIME_DIR/bus
fi
if [ -z "${DBUS_SESSION_BUS_ADDRESS:-}" ] || [ -z "$(bus_names)" ]; then
    private_bus "No session bus here"
elif bus_names | grep -qx org.baton.Baton1; then
    private_bus "Baton is already running on the session bus"
fi
[ -n "$(players)" ] || two_players
start_agent
say_what_to_try

"$bin/batonctl" monitor </dev/null &
children+=($!)
# It subscribes first, so that the first command's event is shown too.
sleep 0.3
prompt
while kill -0 "$agent" 2>/dev/null; do
    # A second at most, so that an agent that ended is noticed at an idle prompt too.
    status=0
    IFS= read -r -t 1 line || status=$?
    if [ "$status" -eq 0 ]; then
        run_line "$line"
        prompt
    elif [ "$status" -le 128 ]; then
        # The end of the input: Ctrl-D ends it; without a terminal the events go on until a signal.
        [ -t 0 ] && exit 0
        wait "$agent" || true
    fi
done
cat "$room/batond.log" >&2
echo "run: batond ended by itself" >&2
exit 1
