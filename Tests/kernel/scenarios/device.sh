# SPDX-License-Identifier: Apache-2.0
# Scenario: the virtual accelerometer is an IIO device that libiio reads
start_sensor
expect "its name is $(cat "$device/name")" '[ "$(cat "$device/name")" = accel_3d ]'

# A single reading: about 1000 thousandths of g on z, which of a HID sensor means face down.
z=$(cat "$device/in_accel_z_raw")
expect "z is $z" '[ "$z" -gt 950 ] && [ "$z" -lt 1050 ]'

# x, y, z are each 16 of 32 bits.
timeout 20 iio_readdev -b 10 -s 50 accel_3d accel_x accel_y accel_z >samples 2>readdev.log || fail "iio_readdev: $(cat readdev.log)"
expect "$(stat -c %s samples) bytes of 50 samples" '[ "$(stat -c %s samples)" -eq 600 ]'
awk '{ n++; if ($5 > 950 && $5 < 1050) up++ } END { exit !(n == 50 && up == 50) }' < <(od -An -v -w12 -t d2 samples) ||
    fail "these are not 50 samples of that: $(od -An -v -w12 -t d2 samples | head -n 5)"

within 10 "the sensor is off when nobody reads it" 'tail -n 1 sensor.log | grep -q " off "'
sensor unplug
within 5 "it is gone after the unplugging" '! find_device'
