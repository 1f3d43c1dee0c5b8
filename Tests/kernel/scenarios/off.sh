# SPDX-License-Identifier: Apache-2.0
# Scenario: no baton-sensor without a sensor or when off, and the sensor is off then too
start_session
start_baton
sleep 2
expect "no baton-sensor without a sensor" '! sensor_process >/dev/null'
start_sensor
await_sensor
"${as_user[@]}" "$bin/batonctl" shake off
within 5 "no baton-sensor when off" '! sensor_process >/dev/null'
within 10 "the sensor is off" 'tail -n 1 sensor.log | grep -q " off "'
"${as_user[@]}" "$bin/batonctl" shake on
await_sensor
"${as_user[@]}" "$bin/batonctl" shake pause 1h
within 5 "no baton-sensor when paused" '! sensor_process >/dev/null'
"${as_user[@]}" "$bin/batonctl" shake pause 0
await_sensor
shake
expect_counts 1 1 0
