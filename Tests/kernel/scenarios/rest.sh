# SPDX-License-Identifier: Apache-2.0
# Scenario: at rest batond sleeps, and baton-sensor wakes at most 13 times a second polling, 5 from the buffer
user=root

# How often a process was woken so far.
switches() { awk '/^(non)?voluntary_ctxt_switches/ { n += $2 } END { print n }' "/proc/$1/status"; }

# measure SOURCE LIMIT: 10 s at rest
measure() {
    local source=$1 limit=$2 before after returns
    start_baton --set "shake.source=$source"
    await_sensor "$source"
    sleep 3
    before=$(switches "$batond")
    timeout --signal=INT 10 strace -f -e trace=epoll_wait,epoll_pwait,epoll_pwait2 -o "epoll-$source" -p "$(sensor_process)" 2>/dev/null || true
    after=$(switches "$batond")
    returns=$(grep -c '= [0-9]' "epoll-$source" || true)
    figure "$source: batond woke $((after - before)) times in 10 s, baton-sensor returned $returns times from epoll"
    expect "batond woke $((after - before)) times" '[ "$after" -eq "$before" ]'
    expect "baton-sensor returned $returns times in 10 s" '[ "$returns" -ge 5 ] && [ "$returns" -le "$((limit * 10))" ]'
    end "$batond"
    within 5 "no baton-sensor after batond" '! sensor_process >/dev/null'
}

start_sensor
start_session
measure poll 13
measure buffer 5
