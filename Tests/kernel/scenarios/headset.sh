# SPDX-License-Identifier: Apache-2.0
# Scenario: clicks and holds of a real input device are exactly the commands of rules B1 to B6
user=root
start_headset
start_buttons
plug_headset 0 one usb-test-1/input3 Test Headset
await_input "Test Headset" listening

click 0 164 80 600
expect_events "a click" toggle
click 0 164 80 100 80 600
expect_events "a double click" next
click 0 164 80 100 80 100 80 600
expect_events "a triple click" previous
click 0 164 80 100 80 100 80 100 80 600
expect_events "four clicks" previous
click 0 164 900 600
expect_events "a hold"
click 0 164 80 100 1200 600
expect_events "a click and a hold" begin-seeking-forward end-seeking-forward
click 0 164 80 100 80 100 1200 600
expect_events "a double click and a hold" begin-seeking-backward end-seeking-backward
headset frame 0 164
expect_events "down and up in one frame" toggle
# Another key decides the click that waits (B6); volume itself is nobody's but the desktop's (B10).
click 0 164 80 50
click 0 115 50 400
expect_events "a click and a volume key" toggle
headset value 0 164 77
headset value 0 164 0
expect_events "an impossible value"
