# SPDX-License-Identifier: Apache-2.0
# Scenario: a sensor that hangs in mid-shake: one Cancelled; when it speaks again, shakes are seen
start_sensor
start_session
# The driver is asked for each sample: a buffer that falls silent is only set up anew.
start_baton --set shake.source=poll
await_sensor poll
begin_long_shake
sensor hang
# The driver keeps its reader waiting for many seconds, so batond sees to the end: 6 s after the longest shake of 4 s, and a second of slack.
within 13 "motion cancelled" '[ "$(count cancelled)" -ge 1 ]'
sleep 1
expect_counts 1 0 1
sensor wake
# What waits now still waits for its time.
within 20 "the sensor is read anew" '[ "$(grep -c "reading accel_3d" batond.log)" -ge 2 ]'
await_sensor poll
shake
expect_counts 2 1 1
