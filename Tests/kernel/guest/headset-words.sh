# SPDX-License-Identifier: Apache-2.0
# Words for the scenarios with buttons: `start_headset`, then `headset COMMAND...` (guest/virtual-headset.c).

start_headset() {
    mkfifo headset
    exec 7<>headset
    "$cache/virtual-headset" <&7 >>headset.log 2>&1 7>&- &
    processes+=($!)
}

# Does a command and waits until it is done.
headset() {
    local done_lines
    done_lines=$(wc -l <headset.log)
    echo "$*" >&7
    within 20 "$*" '[ "$(wc -l <headset.log)" -gt "$done_lines" ] || grep -q "^virtual-headset" headset.log'
    expect "$(tail -n 1 headset.log)" '! grep -q "^virtual-headset" headset.log'
}

# plug N KIND PHYS NAME...; its node is $node.
plug_headset() {
    headset plug "$@"
    local name="${*:4}"
    within 10 "a node of $name" 'find_node "$name"'
    udevadm settle --timeout=10
}

find_node() {
    local file
    for file in /sys/class/input/event*/device/name; do
        [ "$(cat "$file")" = "$1" ] || continue
        node=/dev/input/$(basename "${file%/device/name}")
        return 0
    done
    return 1
}

# A player, batond with these arguments, and a monitor of its events.
start_buttons() {
    start_session
    background player "${as_user[@]}" "$bin/baton-fake-player" --name one --status Playing --log
    within 15 "a player" 'grep -q ready player.log'
    start_baton "$@"
    background monitor "${as_user[@]}" stdbuf -oL "$bin/batonctl" monitor
    # A first event, so that the monitor is known to listen.
    within 15 "the monitor listens" '"${as_user[@]}" "$bin/batonctl" send stop >/dev/null 2>&1; grep -q stop monitor.log'
    : >monitor.log
    : >player.log
}

# The state of an input, by its name.
input_state() { "${as_user[@]}" "$bin/batonctl" inputs | grep -F "$1" || true; }

await_input() {
    local input=$1 state=$2
    within 10 "$input is $state; it is: $("${as_user[@]}" "$bin/batonctl" inputs 2>&1)" 'input_state "$input" | grep -q "$state"'
}

# The commands of input devices since the last time, as words in a line.
events() { grep 'from evdev' monitor.log | awk '{ print $2 }' | tr '\n' ' ' | sed 's/ $//'; }

# expect_events WHAT COMMAND...: exactly these have come, and nothing more comes.
expect_events() {
    local what=$1 wanted="${*:2}"
    within 4 "$what: '$wanted'; it is '$(events)'" '[ "$(events)" = "$wanted" ]'
    sleep 0.5
    expect "$what gave '$(events)', not '$wanted'" '[ "$(events)" = "$wanted" ]'
    : >monitor.log
}

# click N KEY DOWN UP [DOWN UP]...: presses of one button, ms.
click() {
    local number=$1 key=$2
    shift 2
    while [ $# -ge 2 ]; do
        echo "press $number $key $1 $2" >&7
        shift 2
    done
    headset wait 1
}
