# SPDX-License-Identifier: Apache-2.0
# Scenario: a grabbed headset is Baton's alone, volume is handed on, and a grab held by another program is waited out (rule HEADSET13)
user=root
start_headset
start_buttons --set headset.grab=media-only
plug_headset 0 one usb-test-1/input3 Test Headset
await_input "Test Headset" listening
background second "$cache/virtual-headset" watch "$node"
within 5 "a second reader" 'grep -q watching second.log'
within 5 "the device that keys are handed on by" 'find_node "Test Headset (Baton)"'
background handed "$cache/virtual-headset" watch "$node"
within 5 "a reader of it" 'grep -q watching handed.log'

click 0 164 80 100 80 600
expect_events "a double click" next
click 0 115 80 300
expect "the second reader saw $(grep -c key second.log) keys" '[ "$(grep -c key second.log)" -eq 0 ]'
within 3 "volume is handed on" 'grep -q "key 115 0" handed.log'
expect "the button was handed on: $(cat handed.log)" '! grep -q "key 164" handed.log'

# A killed agent leaves nothing grabbed.
kill -9 "$batond"
wait "$batond" 2>/dev/null || true
click 0 164 80 300
within 3 "the second reader has the keys again" '[ "$(grep -c "key 164" second.log)" -eq 2 ]'

# Somebody else has it first.
find_node "Test Headset"
background other "$cache/virtual-headset" grab "$node"
other=$started
within 5 "another program's grab" 'grep -q grabbed other.log'
start_baton --set headset.grab=media-only
background monitor stdbuf -oL "$bin/batonctl" monitor
await_input "Test Headset" "another program has grabbed"
end "$other"
# The first press after that shows that it is free.
click 0 164 80 600
await_input "Test Headset" listening
: >monitor.log
seen=$(grep -c "key 164" second.log)
click 0 164 80 600
expect_events "a click once it is free" toggle
expect "the second reader saw the click" '[ "$(grep -c "key 164" second.log)" -eq "$seen" ]'

# Of a name that is too long for uinput the end is kept by which Baton knows the device that it hands keys on by.
long="A Headset Whose Maker Has Put All That Can Be Said Of It Into Its Very Name"
plug_headset 1 one usb-test-2/input3 "$long"
await_input "${long:0:60}" listening
within 5 "the device that its keys are handed on by" 'find_node "${long:0:71} (Baton)"'
click 1 164 80 600
expect_events "a click of a device with a long name" toggle
inputs=$("${as_user[@]}" "$bin/batonctl" inputs)
expect "Baton reads what it hands keys on by: $inputs" '[ "$(grep -c "^evdev" <<<"$inputs")" -eq 2 ]'
