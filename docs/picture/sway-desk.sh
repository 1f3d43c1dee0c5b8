# SPDX-License-Identifier: Apache-2.0
# Read after desk.sh by the scripts that draw a sway: a real one without a screen, with a real notification daemon and an editor.

need sway:sway swaymsg:sway swaybg:swaybg swaync:sway-notification-center wtype:wtype mousepad:mousepad

start_sway() {
    make_wallpaper
    run mkdir -p "$HOME/.config/sway"
    run tee "$HOME/.config/sway/config" >/dev/null <<CONFIG
output HEADLESS-1 resolution $screen scale 2
output HEADLESS-1 bg $wallpaper fill
default_border normal
font pango:DejaVu Sans 10
for_window [app_id="mousepad"] floating enable, resize set 480 250, move position 40 150
bar {
    position top
    status_command while date +'%a %H:%M'; do sleep 60; done
}
xwayland disable
CONFIG
    export XDG_CURRENT_DESKTOP=sway XDG_SESSION_TYPE=wayland SWAYSOCK=$room/run/sway.sock WLR_BACKENDS=headless WLR_LIBINPUT_NO_DEVICES=1 WLR_RENDERER=pixman
    start sway sway
    wait_for "sway did not start" run swaymsg -t get_version
    # The first number that sway tries, in a folder of its own.
    export WAYLAND_DISPLAY=wayland-1 GDK_BACKEND=wayland
    tell_bus

    start notifications swaync
    wait_for "swaync did not start" has_name org.freedesktop.Notifications
}

# An editor in front, in which something was typed.
open_editor() {
    write_note
    start editor mousepad "$HOME/shopping.txt"
    wait_for "no editor is in front" eval 'run swaymsg -t get_tree | grep -qi mousepad'
    sleep 2
    # The keyboard is there half a second before its first key.
    run wtype -s 500 -d 20 "$typed"
    sleep 1
}

# A real PipeWire with a speaker.
start_sound() {
    start pipewire pipewire
    start pulse pipewire-pulse
    start wireplumber wireplumber
    wait_for "no sound server" run pactl info
    run pactl load-module module-null-sink sink_name=speaker >/dev/null
}

# start_desk BIN [sound]: sway with an editor in front, and batond with an accelerometer that plays a recorded shake.
start_desk() {
    [ "${2:-}" != sound ] || need pipewire:pipewire pipewire-pulse:pipewire-pulse wireplumber:wireplumber pactl:pulseaudio-utils
    enter_room "$(cd "$1" && pwd)"
    start_buses
    [ "${2:-}" != sound ] || start_sound
    start_sway
    start_sensor "$pictures/../../Tests/kernel/recordings/shake.csv"
    start_agent
    open_editor
}
