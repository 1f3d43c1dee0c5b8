# SPDX-License-Identifier: Apache-2.0
# Scenario: unplugging in mid-shake gives exactly one Cancelled
start_sensor
start_session
start_baton
await_sensor
begin_long_shake
sensor unplug
within 3 "motion cancelled" '[ "$(count cancelled)" -ge 1 ]'
sleep 4
expect_counts 1 0 1
