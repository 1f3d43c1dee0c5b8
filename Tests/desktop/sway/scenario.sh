# SPDX-License-Identifier: Apache-2.0
# What a user of sway does with a touchpad, from the set-up to its end (docs/desktop-gestures.md). boot.sh starts it, in the guest.
set -euo pipefail
room=$(mktemp -d)
last=/kernel-test/logs
. /kernel-test/desktop/words.sh
config=$HOME/.config/sway/config

# Lines of a user's; the last one has no end. A key that is held does not repeat: the guest is slow, and a press may last long.
mkdir -p "${config%/*}"
printf 'set $mod Mod4\nxwayland disable\ninput type:keyboard repeat_rate 0\noutput HEADLESS-1 resolution 640x480\nbindgesture swipe:4:up exec touch %s/own' "$room" >"$config"

start_session() {
    export DBUS_SESSION_BUS_ADDRESS=unix:path=$XDG_RUNTIME_DIR/bus DBUS_SYSTEM_BUS_ADDRESS=unix:path=/nonexistent
    export GSETTINGS_BACKEND=memory GTK_USE_PORTAL=0 NO_AT_BRIDGE=1 GDK_BACKEND=wayland XDG_CURRENT_DESKTOP=sway
    background bus dbus-daemon --session --nofork --nopidfile "--address=$DBUS_SESSION_BUS_ADDRESS"
    within 60 "a session bus" '[ -S "$XDG_RUNTIME_DIR/bus" ]'
    # wlroots is told of no graphics card: the guest has none.
    export SWAYSOCK=$XDG_RUNTIME_DIR/sway.sock
    background sway env WLR_BACKENDS=headless,libinput WLR_LIBINPUT_NO_DEVICES=1 WLR_RENDERER=pixman sway --debug
    within 120 "sway" '[ -S "$XDG_RUNTIME_DIR/wayland-1" ] && swaymsg -t get_version'
    export WAYLAND_DISPLAY=wayland-1
    within 60 "sway has the touchpad" 'swaymsg -t get_inputs | grep -q "Test Touchpad"'
}

# hand DEVICE COMMAND...: returns when the kernel has had it.
hand() {
    local device=$1 before
    before=$(wc -l <"$last/$device.log")
    echo "${*:2}" >"/run/hands/$device"
    [ "$device" = keyboard ] || within 30 "the $device does '${*:2}'" '[ "$(wc -l <"$last/'"$device"'.log")" -gt '"$before"' ]'
}
swipe() { hand touchpad swipe "$@"; }

# press CODE...: keys (linux/input-event-codes.h) go down in this order, and up in the other.
press() {
    local code codes=
    for code; do hand keyboard down "$code"; codes="$code $codes"; done
    for code in $codes; do hand keyboard up "$code"; done
}

start_baton() {
    background batond batond --log-level debug
    batond=$started
    within 120 "batond" 'owns org.baton.Baton1'
}
owns() { dbus-send --session --print-reply=literal --reply-timeout=10000 --dest=org.freedesktop.DBus / org.freedesktop.DBus.NameHasOwner string:"$1" | grep -q true; }

start_editor() {
    echo note >"$room/note.txt"
    background editor mousepad "$room/note.txt"
    within 120 "the editor is in front" 'is_in_front mousepad'
}
is_in_front() { [[ $(batonctl doctor --json || true) == *"in front: $1,"* ]]; }

# reads TEXT: what was typed before the file's own text is TEXT, once it is saved by Ctrl+S.
reads() {
    local end=$((SECONDS + 40))
    until press 29 31 && sleep 1 && [ "$(cat "$room/note.txt")" = "$1note" ]; do
        [ "$SECONDS" -lt "$end" ] || fail "the editor has the text '$(cat "$room/note.txt")', not '$1note'"
    done
}

# acts COUNT: batond undoes and redoes so many times.
acts() {
    within 60 "batond has undone and redone $1 times" '[ "$(count_acts)" -ge '"$1"' ]'
    [ "$(count_acts)" -eq "$1" ] || fail "batond has undone and redone $(count_acts) times, not $1"
}
count_acts() { grep -c "info: \(undo\|redo\) in mousepad" "$last/batond.log" || true; }

start_player() {
    background player mpv --no-config --script=/usr/lib/mpv-mpris/mpris.so --vo=null --ao=null --playlist-start=1 av://lavfi:sine=f={111,222,333}
    within 120 "the player plays the second track" 'plays 222 && is Playing'
}
player() { dbus-send --session --print-reply=literal --reply-timeout=10000 --dest=org.mpris.MediaPlayer2.mpv /org/mpris/MediaPlayer2 \
    org.freedesktop.DBus.Properties.Get string:org.mpris.MediaPlayer2.Player string:"$1"; }
plays() { player Metadata | grep -q "sine=f=$1"; }
is() { player PlaybackStatus | grep -qw "$1"; }

start_session
start_baton
start_editor
start_player
press 30; press 38; press 25; press 35; press 30
reads alpha
settle

swipe 3 -30 0
swipe 4 -30 0
swipe 4 0 -25
within 30 "the user's own gesture" '[ -e "$room/own" ]'
reads alpha
acts 0
plays 222 || fail "the track is another before the set-up"
expect_belongings "before the set-up"
kept "sway sees the touchpad's swipes; before the set-up they reach only the user's own line"

batonctl setup --gestures=media --dry-run >"$last/dry-run" || fail "batonctl setup --dry-run: $(cat "$last/dry-run")"
expect_belongings "after --dry-run"
batonctl setup --gestures=media --yes >"$last/setup" || fail "batonctl setup: $(cat "$last/setup")"
sway --validate >"$last/validate" 2>&1 || fail "sway does not take the configuration: $(cat "$last/validate")"
kept "DG1, DG6: --dry-run changes nothing; after --yes sway takes its configuration"

swipe 3 -30 0
acts 1
reads ''
swipe 3 30 0
acts 2
reads alpha
kept "DG1, DG8: three fingers to the left undo once in the editor, to the right they redo once"

swipe 4 -30 0
within 30 "the next track" 'plays 333'
swipe 4 30 0
within 30 "the previous track" 'plays 222'
hand touchpad hold 4 700
within 30 "the player is paused" 'is Paused'
hand touchpad hold 4 700
within 30 "the player plays" 'is Playing'
acts 2
kept "DG1: four fingers change tracks; held still they pause and play"

swipe 3 0 -25
rm "$room/own"
swipe 4 0 -25
within 30 "the user's own gesture" '[ -e "$room/own" ]'
reads alpha
acts 2
plays 222 || fail "the track is another"
kept "DG2: other directions and counts of fingers do nothing, and the user's own gesture works"

batonctl setup --revert >"$last/revert" || fail "batonctl setup --revert: $(cat "$last/revert")"
expect_belongings "after --revert"
swipe 3 -30 0
swipe 4 -30 0
hand touchpad hold 4 700
rm "$room/own"
swipe 4 0 -25
within 30 "the user's own gesture" '[ -e "$room/own" ]'
reads alpha
acts 2
plays 222 && is Playing || fail "the gestures reach the player after --revert"
kept "DG3: --revert gives every file its bytes back, and the gestures do nothing; the user's own still works"
end_batond
