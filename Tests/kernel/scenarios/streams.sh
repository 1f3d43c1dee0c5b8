# SPDX-License-Identifier: Apache-2.0
# Scenario: streams of a gyroscope: two rates, late by little, off after the last one; without it shakes go on
user=root
start_sensor
start_gyroscope
start_session
start_baton
await_sensor buffer

# reading NAME KIND INTERVAL SECONDS: a client; its last line has the figures.
reading() {
    local name=$1
    shift
    background "$name" "${as_user[@]}" "$bin/baton-motion-app" "$@"
}

# check NAME RATE LATE: the mean rate within 2 %, and what was late at most at the 99th percentile in ms. An emulated machine on a busy one is late
# by itself: as late as a timer of the client's own.
check() {
    local name=$1 rate=$2 late=$3 figures
    within 40 "figures of $name" 'grep -q " Hz, late " "$name.log"'
    figures=$(tail -n 1 "$name.log")
    figure "$name: $figures"
    expect "$name got its rate" 'awk -v want="$rate" "{ exit !(\$4 > 0.98 * want && \$4 < 1.02 * want) }" <<<"$figures"'
    expect "$name got its samples soon" 'awk -v most="$late" "{ exit !(\$11 <= most + \$18) }" <<<"$figures"'
}

reading fast gyroscope 0.01 12
reading slow gyroscope 0.05 12
within 10 "the gyroscope is on" 'tail -n 1 gyroscope.log | grep -q " on 10 ms"'
check fast 100 20
check slow 20 20
within 10 "the gyroscope is off after the last reader" 'tail -n 1 gyroscope.log | grep -q " off "'
reading fused motion 0.01 12
check fused 100 60
within 10 "the gyroscope is off after the attitude" 'tail -n 1 gyroscope.log | grep -q " off "'
expect "the accelerometer is on for shakes" 'reads_sensor buffer'

reading left gyroscope 0.01 60
within 10 "the gyroscope is on" 'tail -n 1 gyroscope.log | grep -q " on 10 ms"'
gyroscope unplug
within 10 "its reader hears that it is gone" 'grep -q "error 109" left.log'
shake
expect_counts 1 1 0
