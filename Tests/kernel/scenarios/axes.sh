# SPDX-License-Identifier: Apache-2.0
# Scenario: what calibrate --axes prints for systemd's hardware database gives all programs the right axes
start_sensor
start_system_bus
start_session
start_baton
await_sensor

# The sensor is mounted a quarter of a turn off: upright it reports what one on its left edge should. These are a hub's signs.
face_up=0,0,-9.8 upright=9.8,0,0

# hold AXES: for so long that a pose is taken; the values have some noise.
hold() {
    awk -v "axes=$1" 'BEGIN { split(axes, a, ","); for (i = 0; i < 1500; i++)
        printf "%.2f,%s,%s,%.3f\n", i / 100, a[1], a[2], a[3] + 0.02 * (rand() - 0.5) }' >"$1.csv"
    sensor play "$PWD/$1.csv"
}

# calibrate NAME: holds the device as calibrate --axes asks; what it said is in NAME.log.
calibrate() {
    log=$1.log
    hold "$face_up"
    background "$1" "${as_user[@]}" "$bin/batonctl" calibrate --axes --yes
    within 20 "the second question" 'grep -q "^2 of 2" "$log"'
    hold "$upright"
    wait "$started" || fail "calibrate --axes: $(cat "$log")"
}

calibrate first
expect "the axes were right: $(cat first.log)" 'grep -q "^mount-matrix" config/baton/baton.conf'
expect "the system has a matrix: $(cat first.log)" 'grep -q "^The system has no mount matrix" first.log'

# An administrator does what it says.
hardware=/etc/udev/hwdb.d/61-sensor-local.hwdb
mkdir -p "${hardware%/*}"
sed -n '/^sensor:/,/^ ACCEL/p' first.log >"$hardware"
figure "$(head -n 1 "$hardware")"
eval "$(sed -n 's/^Then: //p' first.log)"
udevadm settle --timeout=10
within 10 "udev has the matrix" 'udevadm info --query=property --path="$device" | grep -q ^ACCEL_MOUNT_MATRIX='
end "$batond"
rm config/baton/baton.conf

# Another program has the right axes then, and Baton without a matrix of its own.
start_proxy
hold "$upright"
within 10 "iio-sensor-proxy says normal: $(cat proxy-client.log)" 'grep -q "orientation changed: normal" proxy-client.log'
start_baton
await_sensor
calibrate second
expect "they are not right: $(cat second.log)" 'grep -q "^The axes are right" second.log'
expect "nor for all: $(cat second.log)" 'grep -q "^The mount matrix of udev.s hardware database is right too: 0, 1, 0" second.log'

# The scenarios after this one have a sensor without a matrix.
rm "$hardware"
systemd-hwdb update
