# SPDX-License-Identifier: Apache-2.0
# Usage: scenario.sh FILE    (in the guest, in a folder of the scenario's own)
# Runs one scenario: gives it the words below, and ends whatever it left behind.
set -euo pipefail

processes=()

fail() {
    echo "failed: $*"
    exit 1
}

# A figure that the report shows beside the result.
figure() { echo "figure: $*"; }

# within SECONDS WHAT CONDITION: waits until the shell command CONDITION succeeds.
within() {
    local until=$((SECONDS + $1))
    while ! eval "$3"; do
        [ "$SECONDS" -lt "$until" ] || fail "not within $1 s: $2"
        sleep 0.1
    done
}

# expect WHAT CONDITION
expect() { eval "$2" || fail "$1"; }

# background NAME COMMAND...: starts it with its output in NAME.log, and ends it with the scenario. The process is $started.
background() {
    local name=$1
    shift
    "$@" >>"$name.log" 2>&1 6>&- 7>&- &
    started=$!
    processes+=("$started")
}

# Ends a process and waits for it.
end() {
    kill "$1" 2>/dev/null || true
    wait "$1" 2>/dev/null || true
}

end_all() {
    local status=$?
    trap - EXIT
    for ((i = ${#processes[@]} - 1; i >= 0; i--)); do end "${processes[i]}"; done
    exit "$status"
}
trap end_all EXIT

# The sensor: `start_sensor` plugs it in, `sensor COMMAND` has it do something (guest/virtual-accelerometer.c), $device is its folder.
start_sensor() {
    mkfifo sensor
    # Open for both, so that neither side waits for the other.
    exec 7<>sensor
    "$cache/virtual-accelerometer" <&7 >sensor.log 2>&1 7>&- &
    processes+=($!)
    plug
}

sensor() { echo "$*" >&7; }

plug() {
    sensor plug
    within 10 "an accelerometer in /sys/bus/iio" find_device
    udevadm settle --timeout=10
}

# The gyroscope: `start_gyroscope` plugs it in, `gyroscope COMMAND` has it do something.
start_gyroscope() {
    mkfifo gyroscope
    exec 6<>gyroscope
    "$cache/virtual-gyroscope" <&6 >gyroscope.log 2>&1 6>&- 7>&- &
    processes+=($!)
    gyroscope plug
    within 10 "a gyroscope in /sys/bus/iio" 'ls /sys/bus/iio/devices/iio:device*/in_anglvel_x_raw >/dev/null 2>&1'
    udevadm settle --timeout=10
}

gyroscope() { echo "$*" >&6; }

find_device() {
    local file
    for file in /sys/bus/iio/devices/iio:device*/in_accel_x_raw; do
        device=$(dirname "$file")
        [ -e "$file" ] && return
    done
    return 1
}

. "$here/words.sh"
. "$here/desktop.sh"
. "$1"
