# SPDX-License-Identifier: Apache-2.0
# Scenario: a sensor that hangs in mid-shake: one Cancelled; when it speaks again, shakes are seen
start_sensor
start_session
start_baton
await_sensor
begin_long_shake
sensor hang
# The driver waits 5 s for a reading, and its reader with it.
within 8 "motion cancelled" '[ "$(count cancelled)" -ge 1 ]'
sleep 3
expect_counts 1 0 1
sensor wake
sleep 7
await_sensor
shake
expect_counts 2 1 1
