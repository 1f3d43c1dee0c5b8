# SPDX-License-Identifier: Apache-2.0
# Scenario: kill -9 of baton-sensor in mid-shake gives exactly one Cancelled, and a sensor that works again (IIO27)
user=root
start_sensor
buffer_values >before
start_session
start_baton --set shake.source=buffer
await_sensor buffer
begin_long_shake
kill -9 "$(sensor_process)"
sensor rest
within 3 "motion cancelled" '[ "$(count cancelled)" -ge 1 ]'
expect_counts 1 0 1
await_sensor buffer
shake
expect_counts 2 1 1
end "$batond"
within 5 "no baton-sensor after batond" '! sensor_process >/dev/null'
buffer_values >after
diff before after || fail "the buffer is not as it was before the kill"
