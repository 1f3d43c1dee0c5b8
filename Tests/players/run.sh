#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Usage: Tests/players/run.sh BIN    (`make test-players` calls it with the folder of what was built)
# Tries real players with batond and batonctl, one player after the other, each under its own display, bus and sound server, as an ordinary user.
# Prints what was found, and fails when something is Baton's fault, or when all players were asked for and fewer than sixteen are here.
# PLAYERS="mpv vlc" tries these. MARKDOWN=FILE writes the table into the file, between its two marks if it has them. SOUND=pipewire takes that server. LIMIT=SECONDS is for a
# busy machine.
# What each player and batond have said stays in .build-players/last.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
bin=$(realpath -e "${1:?usage: run.sh BIN}")
sound=${SOUND:-pulseaudio}
# For each of the three parts of a player's trial, which run beside each other.
limit=${LIMIT:-90}
programs=(batond batonctl baton-keys baton-sensor baton-audio)
# Debian's own: it has the bindings of GLib.
python=/usr/bin/python3
for tool in Xvfb dbus-daemon pactl pulseaudio ffmpeg xdotool mpv setpriv; do
    command -v "$tool" >/dev/null || { echo "test-players: $tool is not installed: .ci/setup players" >&2; exit 1; }
done
"$python" -c "import gi" 2>/dev/null || { echo "test-players: python3-gi is not installed: .ci/setup players" >&2; exit 1; }
export PYTHONDONTWRITEBYTECODE=1
mapfile -t known < <("$python" "$here/table.py" --names)
read -ra wanted <<<"${PLAYERS:-${known[*]}}"
for name in "${wanted[@]}"; do
    [[ " ${known[*]} " == *" $name "* ]] || { echo "test-players: there is no player $name; there are ${known[*]}" >&2; exit 2; }
done

# One run at a time in a checkout.
mkdir -p "$root/.build-players"
exec 8>"$root/.build-players/lock"
flock 8

# Root becomes nobody, for whom the checkout may be out of reach: all that is needed is in a folder of its own.
work=$(mktemp -d "${TMPDIR:-/tmp}/baton-players.XXXXXX")
chmod 755 "$work"
as_user=()
[ "$(id -u)" -ne 0 ] || as_user=(setpriv --reuid=65534 --regid=65534 --clear-groups)
keep_logs() {
    trap '' INT TERM HUP
    trap - EXIT
    rm -rf "$root/.build-players/last"
    mkdir -p "$root/.build-players/last"
    local room
    for room in "$work"/rooms/*/; do
        mkdir "$root/.build-players/last/$(basename "$room")" && cp "$room"/*.log "$root/.build-players/last/$(basename "$room")/" || true
    done
    cp "$work"/results/* "$root/.build-players/last/" || true
    rm -rf "$work"
} 2>/dev/null
trap keep_logs EXIT
trap 'exit 130' INT TERM HUP

mkdir "$work"/{bin,suite,media,rooms,results}
for program in "${programs[@]}"; do strip -o "$work/bin/$program" "$bin/$program"; done
# A debug build has Swift's libraries beside it. A release needs none.
for library in $(cd "$bin" && { ldd "${programs[@]/#/./}" || true; } | awk '$2 == "=>" && $3 ~ "/swift/" { print $3 }' | sort -u); do cp "$library" "$work/bin/"; done
cp "$here"/*.py "$work/suite/"
"$python" "$here/media.py" "$work/media"
cp "$here/page.html" "$work/media/"
chmod -R a+rX "$work"
[ ${#as_user[@]} -eq 0 ] || chown 65534:65534 "$work/rooms" "$work/results"

# A player that hangs hangs its trial, not the others: what is left of one after its limit is killed.
try() {
    local name=$1 part=$2
    "${as_user[@]}" env -i PATH=/usr/bin:/bin LC_ALL=C.UTF-8 PYTHONDONTWRITEBYTECODE=1 timeout --kill-after=10 "$limit" "$python" "$work/suite/trial.py" \
        "$name" "$part" "$work/rooms/$name-$part" "$work/bin" "$work/media" "$sound" "$work/results/$name-$part.json" \
        </dev/null >"$work/results/$name-$part.log" 2>&1 8>&- || true
}

started=$SECONDS
for name in "${wanted[@]}"; do
    together=true
    "$python" "$here/table.py" --alone "$name" && together=false
    for part in playback tracks scenes; do
        try "$name" "$part" &
        $together || wait
    done
    wait
    "$python" "$here/table.py" --player "$name" "$work/results"
done
status=0
heading=$("$root/.ci/measured" players)
"$python" "$here/table.py" --end "$work/results" "${MARKDOWN:-}" "$heading" "${wanted[@]}" || status=$?
echo "test-players: $((SECONDS - started)) s; what was said is in .build-players/last"
exit "$status"
