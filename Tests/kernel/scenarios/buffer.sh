# SPDX-License-Identifier: Apache-2.0
# Scenario: a shake gives Began and Ended: the kernel's buffer, which is as before once batond has stopped
user=root
start_sensor
buffer_values >before
start_session
start_baton --set shake.source=buffer
await_sensor buffer
expect "the buffer is on" '[ "$(cat "$device/buffer/enable")" = 1 ]'
shake
sleep 2
expect_counts 1 1 0
end "$batond"
within 5 "no baton-sensor after batond" '! sensor_process >/dev/null'
buffer_values >after
diff before after || fail "the buffer is not as it was"
