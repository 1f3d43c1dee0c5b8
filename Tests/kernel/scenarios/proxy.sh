# SPDX-License-Identifier: Apache-2.0
# Scenario: iio-sensor-proxy's orientation works before, during and after
start_sensor
start_proxy
turn left-up
start_session
start_baton
await_sensor poll
turn normal
shake
turn right-up
expect_counts 1 1 0
end "$batond"
within 5 "no baton-sensor after batond" '! sensor_process >/dev/null'
turn left-up
