#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Usage: programs.sh BIN HELPERS PLAYER...   tries the batond, batonctl, baton-mqtt and baton-settings in the folder BIN and the helpers in the folder HELPERS, on a bus of its own
# PLAYER is a command that is a player: `PLAYER --name NAME --status STATUS --log` prints "ready", then the name of each call that it gets. `make check`
# runs this for the release that a package is made of, and debian/tests for what is installed. It needs dbus-daemon, and no display, sound or network.
set -euo pipefail
bin=$1 helpers=$2
shift 2
player=("$@")
cd "$(dirname "$0")/../.."
room=$(mktemp -d)
children=()
trap 'kill "${children[@]}" 2>/dev/null || true; wait; rm -rf "$room"' EXIT
unset DISPLAY WAYLAND_DISPLAY PULSE_SERVER
export HOME=$room XDG_CONFIG_HOME=$room/config XDG_STATE_HOME=$room/state XDG_RUNTIME_DIR=$room LC_ALL=C.UTF-8
export DBUS_SESSION_BUS_ADDRESS=unix:path=$room/bus

fail() {
    echo "programs: $*" >&2
    tail -n 20 "$room"/*.log >&2
    exit 1
}
passed() { echo "programs: $*"; }

# eventually COMMAND...: repeats it until it succeeds, for at most ten seconds.
eventually() {
    local _
    for _ in $(seq 200); do
        if "$@" >/dev/null 2>&1; then return 0; fi
        sleep 0.05
    done
    fail "gave up on: $*"
}
ctl() { timeout 20 "$bin/batonctl" "$@"; }
called() { grep -qw "$2" "$room/$1.log"; }
not_called() { ! called "$1" "$2" || fail "$1 was told $2"; }

dbus-daemon --config-file="$PWD/docs/try/bus.conf" --nofork --nopidfile --nosyslog --address="$DBUS_SESSION_BUS_ADDRESS" >"$room/bus.log" 2>&1 &
children+=($!)
eventually test -S "$room/bus"
for name in music browser; do
    status=Paused
    [ "$name" != music ] || status=Playing
    "${player[@]}" --name "$name" --status "$status" --log >"$room/$name.log" 2>&1 &
    children+=($!)
done
for name in music browser; do eventually called "$name" ready; done

version=$(ctl --version)
[[ $("$bin/batond" --version) == *"${version##* }"* ]] || fail "batond and batonctl have different versions"
status=0
ctl info >"$room/info.log" 2>&1 || status=$?
[ "$status" -ne 0 ] && [ "$status" -lt 124 ] || fail "without batond 'batonctl info' ends with $status"
passed "$version, and without batond it says so"

"$bin/batond" >"$room/batond.log" 2>&1 &
agent=$!
children+=("$agent")
eventually ctl info
for name in music browser; do eventually bash -c "timeout 5 '$bin/batonctl' players | grep -qw $name"; done
ctl next
called music Next || fail "Next did not reach the player that plays"
not_called browser Next
passed "a command reaches the player that plays"

ctl pause --all >/dev/null
called music Pause || fail "'pause --all' did not pause"
ctl resume >/dev/null
called music Play || fail "'resume' did not play"
not_called browser Play
passed "what 'pause --all' paused plays again, and nothing else"

kill -HUP "$agent"
eventually ctl info
printf '[routing]\npolicy = nonsense\n' >"$room/wrong.conf"
status=0
"$bin/batond" --check --config "$room/wrong.conf" >"$room/check.log" 2>&1 || status=$?
[ "$status" -eq 78 ] || fail "a wrong configuration ends with $status"
passed "the configuration is read again, and a wrong one is refused"

# What each helper links is there: it is loaded, and says that it is not for people.
for helper in baton-sensor baton-keys baton-audio; do
    status=0
    "$helpers/$helper" >"$room/$helper.log" 2>&1 || status=$?
    [ "$status" -eq 64 ] || fail "$helper ends with $status in the place of 64"
done
passed "the three helpers can be loaded"

# Its libraries are there too, and without a broker it says so, with the status that its unit does not restart.
status=0
timeout 20 "$bin/baton-mqtt" >"$room/baton-mqtt.log" 2>&1 || status=$?
grep -qF 'set [mqtt] broker' "$room/baton-mqtt.log" && [ "$status" -eq 78 ] || fail "without a broker baton-mqtt ends with $status"
passed "baton-mqtt wants a broker"

status=0
timeout 20 "$bin/baton-settings" >"$room/baton-settings.log" 2>&1 || status=$?
grep -qF 'There is no display' "$room/baton-settings.log" && [ "$status" -eq 1 ] || fail "without a display baton-settings ends with $status"
[ "$("$bin/baton-settings" --version)" = "baton-settings ${version##* }" ] || fail "baton-settings has another version than batonctl"
passed "baton-settings wants a display"

kill -TERM "$agent"
status=0
wait "$agent" || status=$?
[ "$status" -eq 0 ] || fail "batond ends with $status after SIGTERM"
passed "batond ends in order"
