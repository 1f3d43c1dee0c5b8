# SPDX-License-Identifier: Apache-2.0
# Scenario: batonctl record beside a running detector disturbs neither
start_sensor
start_session
start_baton
await_sensor
background record "${as_user[@]}" "$bin/batonctl" record "$PWD/recorded.csv"
within 8 "a recording" '[ -s recorded.csv ]'
sleep 1
shake
sleep 1
kill -INT "$(pgrep -x batonctl)"
within 5 "batonctl record has ended" '! pgrep -x batonctl'
expect_counts 1 1 0
awk -F, '/^[0-9]/ { n++; m = sqrt($2 * $2 + $3 * $3 + $4 * $4); if (m > peak) peak = m; if (n > 1 && $1 <= last) back++; last = $1 }
    END { printf "%d samples in %.1f s, peak %.0f m/s^2\n", n, last, peak; exit !(n / last > 35 && peak > 25 && back == 0) }' recorded.csv >summary ||
    fail "the recording has $(cat summary)"
figure "$(cat summary)"
"${as_user[@]}" "$bin/batonctl" replay recorded.csv >replay.log 2>&1 || fail "batonctl replay: $(cat replay.log)"
expect "the recording holds one shake that ended" '[ "$(grep -ci "began" replay.log)" -ge 1 ] && grep -qi "ended" replay.log'
shake
expect_counts 2 2 0
