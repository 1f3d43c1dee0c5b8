# SPDX-License-Identifier: Apache-2.0
# Scenario: a headset unplugged in mid-hold, a keyboard, 700 keys and a flood are borne (B9)
user=root
start_headset
start_buttons
plug_headset 0 one usb-test-1/input3 Test Headset
await_input "Test Headset" listening

# A key that is down when the device goes (B9).
echo "press 0 164 80 100" >&7
headset value 0 164 1
within 3 "seeking began" 'events | grep -q begin-seeking-forward'
headset unplug 0
expect_events "unplugged in mid-hold" begin-seeking-forward end-seeking-forward
expect "it is gone from the inputs: $(input_state "Test Headset")" '[ -z "$(input_state "Test Headset")" ]'

# Keyboards are never opened, whatever else they have.
plug_headset 1 keyboard usb-test-2/input0 Headset Keyboard
click 1 164 80 500
expect_events "a keyboard's key"
expect "a keyboard is read" '! ls -l "/proc/$batond/fd" | grep -q "$node\$"'
plug_headset 2 all usb-test-3/input0 All Keys Headset
await_input "All Keys Headset" listening
click 2 163 80 500
expect_events "a device with 700 keys" next
headset flood 2 165 10000
await_input "All Keys Headset" "left alone"
expect "batond serves after a flood" 'owns_name'
