# SPDX-License-Identifier: Apache-2.0
# Scenario: a press that two nodes of one device bring counts once (B8); AVRCP commands are taken as sent (B7); rights are noticed
start_headset
start_buttons
plug_headset 0 buttons usb-test-1/input0 Pair Headset
first=$node
await_input "Pair Headset" "may not be read"
# What udev does with uaccess, once the rule is there.
chmod a+r "$first"
udevadm trigger --action=change --settle "/sys/class/input/$(basename "$first")"
await_input "Pair Headset" listening
plug_headset 1 buttons usb-test-1/input1 Pair Headset Too
chmod a+r "$node"
udevadm trigger --action=change --settle "/sys/class/input/$(basename "$node")"
await_input "Pair Headset Too" listening

for key in 163 164 165; do
    for value in 1 0; do
        echo "value 0 $key $value" >&7
        echo "value 1 $key $value" >&7
    done
    headset wait 300
done
expect_events "three presses by two nodes" next toggle previous

plug_headset 2 avrcp 00:11:22:33:44:55 Ear Buds '(AVRCP)'
chmod a+r "$node"
udevadm trigger --action=change --settle "/sys/class/input/$(basename "$node")"
await_input "Ear Buds (AVRCP)" listening
# An earbud that is taken out of an ear while the player is paused.
bus_call org.mpris.MediaPlayer2.one /org/mpris/MediaPlayer2 org.mpris.MediaPlayer2.Player.Pause >/dev/null
sleep 0.5
: >player.log
click 2 201 20 300
expect_events "Pause while paused"
expect "Pause while paused started the player: $(cat player.log)" '! grep -q Play player.log'
click 2 208 700 300
expect_events "a held fast-forward" begin-seeking-forward end-seeking-forward

# From the key to the player's call.
: >player.log
: >headset.log
for ((i = 0; i < 20; i++)); do
    printf 'value 0 163 %s\n' 1 0 >&7
    echo 'wait 150' >&7
done
headset wait 1
# The presses alone take three seconds.
within 10 "20 calls" '[ "$(grep -c Next player.log)" -eq 20 ]'
paste -d ' ' <(grep ' 1$' headset.log | cut -d ' ' -f 1) <(grep Next player.log | cut -d ' ' -f 1) |
    awk '{ printf "%.2f\n", ($2 - $1) * 1000 }' | sort -n >latency
figure "key down to the player's call: median $(sed -n 10p latency) ms, worst $(tail -n 1 latency) ms (emulated processor)"

# At rest nothing wakes it. The player is asked once more half a second after the last call (MPRIS88).
sleep 3
before=$(awk '/^(non)?voluntary_ctxt_switches/ { n += $2 } END { print n }' "/proc/$batond/status")
sleep 10
after=$(awk '/^(non)?voluntary_ctxt_switches/ { n += $2 } END { print n }' "/proc/$batond/status")
figure "three headsets at rest: $((after - before)) wake-ups of batond in 10 s"
expect "batond woke $((after - before)) times in 10 s" '[ "$((after - before))" -eq 0 ]'
