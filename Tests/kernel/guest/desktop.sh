# SPDX-License-Identifier: Apache-2.0
# Words for scenarios with keys: a keyboard of the user's, a desktop that reads keyboards from the kernel, and an app in it.

# The user's keyboard: `keyboard down CODE`, `keyboard up CODE`. Its process is $keyboard.
start_keyboard() {
    mkfifo keyboard
    exec 6<>keyboard
    "$cache/virtual-keyboard" <&6 >keyboard.log 2>&1 6>&- 7>&- &
    keyboard=$!
    processes+=("$keyboard")
    within 5 "a keyboard" 'grep -q plugged keyboard.log'
    udevadm settle --timeout=10
}

keyboard() { echo "$*" >&6; }

# start_desktop LAYOUT: sway for as_user without a screen, that reads the kernel's keyboards through libinput and seatd. (wlroots is told of
# no graphics card, and seatd of no console: the guest has neither.)
start_desktop() {
    export SEATD_VTBOUND=0 SEATD_SOCK=/run/seatd.sock LIBSEAT_BACKEND=seatd XDG_SEAT=seat0
    background seatd seatd -u "$user"
    within 10 "a seat" '[ -S /run/seatd.sock ]'
    printf 'output HEADLESS-1 resolution 640x480\nxwayland disable\ninput type:keyboard xkb_layout %s\n' "$1" >sway.conf
    export SWAYSOCK=$XDG_RUNTIME_DIR/sway.sock
    background sway "${as_user[@]}" env WLR_BACKENDS=headless,libinput WLR_LIBINPUT_NO_DEVICES=1 WLR_RENDERER=pixman \
        sway --config sway.conf
    within 30 "a desktop" '[ -S "$XDG_RUNTIME_DIR/wayland-1" ] && [ -S "$SWAYSOCK" ]'
    export WAYLAND_DISPLAY=wayland-1
}

# An app that prints its keys, in front.
start_app() {
    background app "${as_user[@]}" stdbuf -oL wev
    within 30 "an app in front" 'swaymsg -t get_tree 2>/dev/null | grep -q "\"focused\": true" && swaymsg -t get_tree | grep -q "\"pid\": [1-9]"'
}

# The keys that the app was told of, such as "Control_L down, z down, z up, Control_L up".
keys() {
    awk '/ key:/ && / state: / { state = /\(pressed\)/ ? "down" : "up" }
        / sym: / { for (i = 1; i < NF; i++) if ($i == "sym:") { printf "%s%s %s", n++ ? ", " : "", $(i + 1), state } }' app.log
}

# expect_keys TEXT: the app is told of these, and of no others.
expect_keys() {
    within 10 "the keys $1" '[ "$(keys)" = "'"$1"'" ]' || true
    sleep 0.5
    expect "the app was told of the keys '$(keys)', not '$1'" '[ "$(keys)" = "'"$1"'" ]'
}

# Undo as a user asks for it, with the answer in undo.log.
undo() { "${as_user[@]}" "$bin/batonctl" undo >undo.log 2>&1; }

# The keyboard of baton-keys; fails when there is none.
kernel_keyboard() { grep -l '^Baton undo$' /sys/class/input/input*/name 2>/dev/null; }
