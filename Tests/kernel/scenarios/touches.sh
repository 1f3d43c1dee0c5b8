# SPDX-License-Identifier: Apache-2.0
# Scenario: touches of a real event node are the gestures that were made, also after a loss of events; unplugged, they end
recorded=$here/../../Kits/BatonTouchscreenTests/Recordings

panel() {
    local before
    before=$(wc -l <panel.log)
    echo "$*" >&7
    within 30 "$*" '[ "$(wc -l <panel.log)" -gt "$before" ]'
}

# plug_panel RECORDING NAME...: its node is $node.
plug_panel() {
    local name="${*:2}"
    panel plug "$recorded/$1.events"
    within 10 "a node of $name" 'find_node "$name"'
    udevadm settle --timeout=10
}

gestures() { grep -c "\"gesture\":\"$1\"" shown.log || true; }

# expect_gestures GESTURE COUNT: so many have been shown, and not one more comes.
expect_gestures() {
    local gesture=$1 count=$2
    within 5 "$count × $gesture" '[ "$(gestures "$gesture")" -ge "$count" ]'
    sleep 0.7
    expect "$gesture: $(gestures "$gesture"), not $count; $(cat shown.log)" '[ "$(gestures "$gesture")" -eq "$count" ]'
}

mkfifo panel
exec 7<>panel
"$cache/virtual-touchscreen" <&7 >>panel.log 2>&1 7>&- &
processes+=($!)

plug_panel atmel-maxtouch.1-finger-fast-taps "Atmel maXTouch Touchscreen"
expect "another user cannot read it" '! setpriv --reuid=nobody --clear-groups "$bin/batonctl" touches "$node" 2>denied.log'
expect "the reason is told: $(cat denied.log)" 'grep -q "only root and the group" denied.log'

# Without a name: the first touchscreen that udev knows. Another reader gets the touches as well.
background shown "$bin/batonctl" touches --json
shown=$started
background second "$cache/virtual-headset" watch "$node"
sleep 3
panel play
expect_gestures tap 9
expect "the other reader has the touches too" '[ "$(grep -c "key 330 1" second.log)" -eq 9 ]'

# The reader is stopped while the kernel's buffer overflows: SYN_DROPPED. The finger that was down counts for nothing; the next ones do.
panel touch 100 100
kill -STOP "$shown"
panel flood 5000
kill -CONT "$shown"
sleep 1
panel lift
expect_gestures tap 9
panel play
expect_gestures tap 18

# Unplugged with a finger on it.
panel touch 100 100
panel unplug
within 10 "batonctl ends" '! kill -0 "$shown" 2>/dev/null'
expect "it says why: $(tail -n 1 shown.log)" 'grep -q "touchscreen is gone" shown.log'
