# SPDX-License-Identifier: Apache-2.0
# Read by the scripts of this folder that draw a real desktop or a real terminal. All of it runs in one private folder with
# buses, a home folder and an accelerometer of its own, and ends with the script. Of root nothing runs: sway refuses that.

pictures=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
script=$(basename "$0")
room=
children=()
user=()

# Ends the script with a message.
refuse() {
    echo "$script: $1" >&2
    exit 1
}

# need PROGRAM:PACKAGE...   Ends the script with the command that installs what is missing. A program may be a path.
need() {
    local missing=() pair
    for pair in "$@"; do command -v "${pair%%:*}" >/dev/null || [ -e "${pair%%:*}" ] || missing+=("${pair#*:}"); done
    [ ${#missing[@]} -eq 0 ] || refuse "programs are missing; install them with: apt-get install --no-install-recommends $(printf '%s\n' "${missing[@]}" | sort -u | xargs)"
}

# Tries a command again and again for a minute, until it succeeds: these desktops draw with the processor.
eventually() {
    for _ in $(seq 600); do
        if "$@" >/dev/null 2>&1 </dev/null; then return 0; fi
        sleep 0.1
    done
    return 1
}

# Runs a command to its end, as the user of the room.
run() { "${user[@]}" "$@"; }

# start NAME COMMAND...   Starts a program in a process group of its own; what it prints goes to NAME.log.
start() {
    local name=$1
    shift
    setsid "${user[@]}" "$@" </dev/null >"$room/$name.log" 2>&1 &
    children+=($!)
}

# wait_for WHAT COMMAND...   Ends the script with the logs if the command does not succeed in time.
wait_for() {
    local what=$1
    shift
    eventually "$@" && return 0
    tail -n 5 "$room"/*.log >&2
    refuse "$what"
}

leave_room() {
    local child index
    trap '' INT TERM HUP
    trap - EXIT
    # What programs say when they are ended is of no interest.
    exec 2>/dev/null
    [ ! -S "$room/tmux" ] || run tmux -S "$room/tmux" kill-server || true
    # The newest first: an application before its display, everything before the bus.
    for ((index = ${#children[@]} - 1; index >= 0; index--)); do kill -TERM -- "-${children[index]}" 2>/dev/null || true; done
    sleep 0.5
    for child in "${children[@]}"; do kill -KILL -- "-$child" 2>/dev/null || true; done
    wait 2>/dev/null || true
    rm -rf "$room"
}

# enter_room BIN   A private folder with a copy of the programs in BIN and of the catalogues, and a clean environment.
enter_room() {
    local tool
    need dbus-daemon:dbus-daemon dbus-monitor:dbus-bin gdbus:libglib2.0-bin setpriv:util-linux msgfmt:gettext python3:python3
    for tool in batond batonctl baton-sensor baton-keys baton-audio; do
        [ -x "$1/$tool" ] || refuse "$1 has no $tool; 'make build' builds it"
    done
    room=$(mktemp -d /tmp/baton-picture.XXXXXX)
    trap 'leave_room; exit 1' INT TERM HUP
    trap leave_room EXIT
    mkdir -p "$room/bin" "$room/home" "$room/run"
    for tool in batond batonctl baton-sensor baton-keys baton-audio; do cp "$1/$tool" "$room/bin/"; done
    cp "$pictures/accelerometer.py" "$pictures/mutter.js" "$room/"
    "$pictures/../../.ci/translations" "$room/share/locale"
    chmod 700 "$room/run"
    if [ "$(id -u)" -eq 0 ]; then
        user=(setpriv --reuid=65534 --regid=65534 --clear-groups)
        chown -R 65534:65534 "$room"
    fi
    for variable in $(compgen -e); do
        case $variable in PATH | LANGUAGE | LOCPATH | PICTURE_*) ;; *) unset "$variable" ;; esac
    done
    export PATH=$room/bin:/usr/bin:/bin HOME=$room/home XDG_RUNTIME_DIR=$room/run LANG=${PICTURE_LANG:-C.UTF-8} GTK_USE_PORTAL=0
    export GSETTINGS_BACKEND=keyfile SWIFT_BACKTRACE=enable=no
    cd "$HOME" || refuse "there is no folder $HOME"
}

# A bus for the session, and one that is empty in place of the machine's, so that nothing of the machine is in the picture.
start_buses() {
    export DBUS_SESSION_BUS_ADDRESS=unix:path=$room/run/bus DBUS_SYSTEM_BUS_ADDRESS=unix:path=$room/run/system
    start bus dbus-daemon --session --nofork --nopidfile --nosyslog --address="$DBUS_SESSION_BUS_ADDRESS"
    start system-bus dbus-daemon --config-file="$pictures/../try/bus.conf" --nofork --nopidfile --nosyslog --address="$DBUS_SYSTEM_BUS_ADDRESS"
    wait_for "the buses did not start" test -S "$room/run/bus" -a -S "$room/run/system"
}

# Programs that the bus starts see the display that was started after it.
tell_bus() {
    local name list=
    for name in DISPLAY WAYLAND_DISPLAY XDG_CURRENT_DESKTOP XDG_SESSION_TYPE GDK_BACKEND; do
        [ -z "${!name:-}" ] || list+="${list:+, }'$name': '${!name}'"
    done
    run gdbus call --session -d org.freedesktop.DBus -o /org/freedesktop/DBus -m org.freedesktop.DBus.UpdateActivationEnvironment "{$list}" >/dev/null
}

has_name() { run gdbus call --session -d org.freedesktop.DBus -o / -m org.freedesktop.DBus.NameHasOwner "$1" | grep -q true; }

# start_sensor RECORDING   An accelerometer of files, which umockdev shows as the kernel's. `shake` plays the recording on it.
start_sensor() {
    need umockdev-wrapper:umockdev
    cp "$1" "$room/recording.csv"
    start sensor "$room/accelerometer.py" "$room/machine" "$room/recording.csv"
    sensor=${children[-1]}
    wait_for "no accelerometer" test -e "$room/machine/ready"
}

shake() { kill -USR1 "$sensor"; }

# The command that starts batond, so that it sees a device.
agent=()

# start_agent OPTION...   batond, which is set up already, and sees the accelerometer if there is one.
start_agent() {
    [ ! -e "$room/machine" ] || agent=(env UMOCKDEV_DIR="$room/machine" umockdev-wrapper)
    start batond "${agent[@]}" "$room/bin/batond" --log-level info --set undo.timeout=60s --set notifications.setup=no "$@"
    wait_for "batond did not start" has_name org.baton.Baton1
}

# Shakes until batond has asked. Before the first second of a sensor nothing is recognized.
shake_until_asked() {
    wait_for "batond does not read the accelerometer" eval 'run batonctl shake | grep -q bmc150_accel'
    sleep 2
    start questions dbus-monitor --session "interface='org.freedesktop.Notifications',member='Notify'"
    sleep 1
    # On a busy machine an app may answer too late for the first one.
    for _ in 1 2 3; do
        shake
        wait_for "no shake was recognized" grep -q shake-began "$room/batond.log"
        for _ in $(seq 10); do ! grep -q edit-undo "$room/questions.log" || break 2; sleep 1; done
    done
    wait_for "Baton asks nothing" grep -q edit-undo "$room/questions.log"
    sleep 1
}

# What is typed into an empty note, so that there is something to undo.
# shellcheck disable=SC2034
typed=$'Saturday\nbread, olive oil, two lemons\ncoffee for the whole weekend'

write_note() { run touch "$HOME/shopping.txt"; }

# The background of a desktop, $wallpaper, as large as the screen of the screenshots: 860 by 480 at twice the size, as on a screen of a new laptop.
screen=1720x960
make_wallpaper() {
    need rsvg-convert:librsvg2-bin
    wallpaper=$room/wallpaper.png
    rsvg-convert --width "${screen%x*}" --output "$wallpaper" "$pictures/wallpaper.svg"
    chmod 644 "$wallpaper"
}

# shrink FILE   The screenshot in few colours, on standard output.
shrink() {
    pngquant --speed 1 --strip 96 - <"$1" >"$room/few.png"
    optipng -quiet -strip all -o5 "$room/few.png"
    cat "$room/few.png"
}
