# SPDX-License-Identifier: Apache-2.0
# Scenario: unplugging in mid-shake gives exactly one Cancelled
user=root

# unplug_in_mid_shake SOURCE LIMIT
unplug_in_mid_shake() {
    local cancelled=$(($(count cancelled) + 1)) begun
    start_baton --set "shake.source=$1"
    await_sensor "$1"
    begin_long_shake
    begun=$(cut -d ' ' -f 1 /proc/uptime)
    sensor unplug
    within "$2" "motion cancelled" '[ "$(count cancelled)" -ge "$cancelled" ]'
    figure "$1: cancelled $(awk "BEGIN { print $(cut -d ' ' -f 1 /proc/uptime) - $begun }") s after the unplugging"
    sleep 2
    expect_counts "$cancelled" 0 "$cancelled"
    end "$batond"
}

start_sensor
start_session
unplug_in_mid_shake buffer 3
plug
# A read that is under way when the sensor goes holds its reader, and the removal itself, for the 5 s that the driver waits for an answer.
unplug_in_mid_shake poll 8
