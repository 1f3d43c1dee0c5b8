# SPDX-License-Identifier: Apache-2.0
# More words for the scenarios: the session of a user, Baton's own programs, and what a shake did.

recordings=$here/../recordings
# Whose session it is: somebody without rights, unless the scenario says user=root.
user=nobody

as_user=()


# A session bus for as_user, with folders of its own for the user.
start_session() {
    # Not a function: a process is to be the program itself, so that it can be ended.
    if [ "$user" = root ]; then as_user=(env); else as_user=(setpriv "--reuid=$user" "--regid=$(id -g "$user")" --init-groups --); fi
    export HOME=$PWD XDG_RUNTIME_DIR=$PWD/run XDG_CONFIG_HOME=$PWD/config XDG_STATE_HOME=$PWD/state
    export DBUS_SESSION_BUS_ADDRESS=unix:path=$XDG_RUNTIME_DIR/bus
    mkdir -p "$XDG_RUNTIME_DIR" "$XDG_CONFIG_HOME" "$XDG_STATE_HOME"
    chmod 700 "$XDG_RUNTIME_DIR"
    chown -R "$user" "$HOME"
    background bus "${as_user[@]}" dbus-daemon --session --nofork --nopidfile "--address=$DBUS_SESSION_BUS_ADDRESS"
    within 10 "a session bus" '[ -S "$XDG_RUNTIME_DIR/bus" ]'
}

# start_baton [ARGUMENT]...: batond, and an app that is registered for motion; $batond is batond's process.
start_baton() {
    background batond "${as_user[@]}" "$bin/batond" --log-level debug --set shake.background-motion=Motion "$@"
    batond=$started
    within 15 "batond on the bus" owns_name
    background responder "${as_user[@]}" "$bin/baton-motion-app"
    within 10 "a registered app" 'grep -q ^registered responder.log'
}

owns_name() { bus_call org.freedesktop.DBus / org.freedesktop.DBus.NameHasOwner string:org.baton.Baton1 2>/dev/null | grep -q true; }

bus_call() { "${as_user[@]}" dbus-send --session --print-reply=literal --reply-timeout=5000 --dest="$1" "$2" "$3" "${@:4}"; }

# The process of baton-sensor; fails when there is none. Not pidof: that does not see one that waits for the driver.
sensor_process() { pgrep -x baton-sensor; }

# What batond says of its sensor: a code, and details such as "device" s "accel_3d" "mode" s "poll".
sensor_status() {
    "${as_user[@]}" busctl --user get-property org.baton.Baton1 /org/baton/Baton1 org.baton.Baton1.Application Sensor SensorDetails
}

# Whether it reads the sensor in this mode (poll, buffer), or in any.
reads_sensor() {
    local status
    status=$(sensor_status 2>/dev/null) || return
    [[ $status == *'"reading"'* && $status == *'"device" s "accel_3d"'* && $status == *"\"mode\" s \"$1"* ]]
}

# await_sensor [MODE]: the sensor is read, and was at rest for long enough to be followed.
await_sensor() {
    local mode=${1:-}
    within 15 "baton-sensor reads the sensor ($mode)" 'reads_sensor "$mode"'
    sleep 2
}

# How many events of a phase (began, ended, cancelled) the app got.
count() { grep -c "motion $1" responder.log || true; }

# expect_counts BEGAN ENDED CANCELLED
expect_counts() {
    local counts
    counts="$(count began) $(count ended) $(count cancelled)"
    [ "$counts" = "$*" ] || fail "the app got began, ended, cancelled $counts times, not $*"
}

# One recorded shake, and what the app gets in addition: a Began and an Ended.
shake() {
    local began ended
    began=$(($(count began) + 1)) ended=$(($(count ended) + 1))
    sensor play "$recordings/shake.csv"
    within 8 "motion began" '[ "$(count began)" -ge "$began" ]'
    within 5 "motion ended" '[ "$(count ended)" -ge "$ended" ]'
    within 8 "the recording is over" 'tail -n 3 sensor.log | grep -q played'
}

# A shake of 3.5 s that something happens to. Returns once it began.
begin_long_shake() {
    local began
    began=$(($(count began) + 1))
    awk 'BEGIN { for (i = 0; i < 350; i++) printf "%.2f,%.3f,0.2,9.8\n", i / 100, 30 * sin(i / 100 * 4.5 * 6.2832) }' >long.csv
    sensor play "$PWD/long.csv"
    within 5 "motion began" '[ "$(count began)" -ge "$began" ]'
}

# What a buffer's user sets (spec of libiio's create_buffer), and the rate.
buffer_values() {
    local file
    for file in buffer/enable buffer/length buffer/watermark scan_elements/in_{accel_x,accel_y,accel_z,timestamp}_en \
        trigger/current_trigger in_accel_sampling_frequency; do
        echo "$file $(cat "$device/$file" 2>&1)"
    done
}

# A system bus, if there is none. The bus of the scenario before was killed, and its socket is still there.
start_system_bus() {
    export DBUS_SYSTEM_BUS_ADDRESS=unix:path=/run/dbus/system_bus_socket
    busctl --system list >/dev/null 2>&1 && return
    rm -f /run/dbus/system_bus_socket
    background system-bus dbus-daemon --system --nofork --nopidfile
    within 10 "a system bus" 'busctl --system list >/dev/null 2>&1'
}

# A system bus with iio-sensor-proxy, and a client of it that says each change of the orientation in proxy-client.log.
start_proxy() {
    start_system_bus
    local program
    for program in /usr/libexec/iio-sensor-proxy /usr/sbin/iio-sensor-proxy; do [ -x "$program" ] && break; done
    background proxy "$program" --verbose
    within 10 "iio-sensor-proxy on the system bus" 'dbus-send --system --print-reply=literal --dest=org.freedesktop.DBus / \
        org.freedesktop.DBus.NameHasOwner string:net.hadess.SensorProxy | grep -q true'
    background proxy-client stdbuf -oL monitor-sensor
    within 10 "iio-sensor-proxy has an accelerometer" 'grep -q "Has accelerometer" proxy-client.log'
}

# turn ORIENTATION: holds the device so for a while; the proxy's client must hear of it.
turn() {
    local orientation=$1 axes lines
    case "$orientation" in
        normal) axes=0,-9.8,0 ;;
        left-up) axes=9.8,0,0 ;;
        right-up) axes=-9.8,0,0 ;;
    esac
    awk -v axes="$axes" 'BEGIN { for (i = 0; i < 40; i++) printf "%.1f,%s\n", i / 10, axes }' >turn.csv
    lines=$(wc -l <proxy-client.log)
    sensor play "$PWD/turn.csv"
    within 6 "iio-sensor-proxy says $orientation" 'tail -n +$((lines + 1)) proxy-client.log | grep -q "orientation changed: $orientation"'
}

. "$here/headset-words.sh"
