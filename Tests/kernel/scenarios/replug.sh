# SPDX-License-Identifier: Apache-2.0
# Scenario: unplugging and plugging in again: shakes are seen as before
start_sensor
start_session
start_baton
await_sensor
shake
sensor unplug
# A read that is under way waits for up to 5 s for the driver.
within 9 "no baton-sensor without a sensor" '! sensor_process >/dev/null'
plug
await_sensor
shake
expect_counts 2 2 0
