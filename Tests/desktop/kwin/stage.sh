# SPDX-License-Identifier: Apache-2.0
# The stage of scenario.sh: a user's home and session, KWin, and words for what the user does and sees.

room=$(mktemp -d /tmp/baton-kwin.XXXXXX)
last=$cache/last
bin=$cache/bin
. "$cache/words.sh"

# 5 or 6.
version=$("$cache/kwin_wayland" --version 2>/dev/null | sed -n 's/^kwin \([0-9]*\)\..*/\1/p')
[ -n "$version" ] || fail "kwin_wayland has no version"

start_session() {
    export HOME=$room/home XDG_RUNTIME_DIR=$room/run XDG_CURRENT_DESKTOP=KDE KDE_SESSION_VERSION=$version XDG_SESSION_TYPE=wayland
    export GSETTINGS_BACKEND=memory GTK_USE_PORTAL=0 NO_AT_BRIDGE=1 LIBGL_ALWAYS_SOFTWARE=1 GDK_BACKEND=wayland
    # Nothing of the machine's own session is asked.
    export DBUS_SESSION_BUS_ADDRESS=unix:path=$XDG_RUNTIME_DIR/bus DBUS_SYSTEM_BUS_ADDRESS=unix:path=/nonexistent
    mkdir -p "$HOME/.config" "$XDG_RUNTIME_DIR"
    chmod 700 "$XDG_RUNTIME_DIR"
    background bus dbus-daemon --session --nofork --nopidfile "--address=$DBUS_SESSION_BUS_ADDRESS"
    within 20 "a session bus" '[ -S "$XDG_RUNTIME_DIR/bus" ]'
}

# KWin without a screen. It lets any client be the user's hands only if it is told to.
start_kwin() {
    export WAYLAND_DISPLAY=baton-kwin
    background kwin env KWIN_COMPOSE=Q KWIN_WAYLAND_NO_PERMISSION_CHECKS=1 "$cache/kwin_wayland" --virtual --width 800 --height 600 \
        --socket "$WAYLAND_DISPLAY" --no-lockscreen --no-kactivities
    within 60 "KWin" '[ -S "$XDG_RUNTIME_DIR/$WAYLAND_DISPLAY" ] && is_loaded none false'
    mkfifo "$room/hands"
    exec 7<>"$room/hands"
    setsid "$cache/fake-input" <"$room/hands" >"$last/hands.log" 2>&1 7>&- &
    processes+=($!)
}

# kwin OBJECT METHOD ARGUMENT...
kwin() { gdbus call --session --timeout 10 --dest org.kde.KWin --object-path "$1" --method "${@:2}"; }
# is_loaded SCRIPT true|false
is_loaded() { [ "$(kwin /Scripting org.kde.kwin.Scripting.isScriptLoaded "$1")" = "($2,)" ]; }
owns() { gdbus call --session --timeout 10 --dest org.freedesktop.DBus --object-path / --method org.freedesktop.DBus.NameHasOwner "$1" | grep -q true; }

# hands COMMAND...: what fake-input.c takes; returns when KWin has had it.
hands() {
    local before
    before=$(wc -l <"$last/hands.log")
    echo "$*" >&7
    within 20 "KWin takes '$*': $(cat "$last/hands.log")" '[ "$(wc -l <"$last/hands.log")" -gt '"$before"' ]'
}

# What a finger does. The screen has 800 × 600 points.
from_right_edge() { hands drag 799 300 500 300; }
from_top_edge() { hands drag 400 0 400 300; }
from_bottom_edge() { hands drag 400 599 400 300; }
in_the_middle() { hands drag 600 300 300 300; }

# type_word LETTER...: codes of linux/input-event-codes.h.
declare -A code=([a]=30 [b]=48 [e]=18 [h]=35 [l]=38 [n]=49 [o]=24 [p]=25 [t]=20 [space]=57)
type_word() {
    local letter
    for letter; do hands press "${code[$letter]}"; done
}

# The editor, with what was saved in it. Ctrl+S saves.
start_editor() {
    echo note >"$room/note.txt"
    background editor mousepad "$room/note.txt"
    within 60 "the editor is in front" 'is_in_front mousepad'
}

# is_in_front APP: as batond sees it. The doctor's status says whether an undo is possible, which is another question.
is_in_front() { [[ $(batonctl doctor --json || true) == *"in front: $1,"* ]]; }

# reads TEXT: what was typed before the file's own text is TEXT, once it is saved.
reads() {
    local end=$((SECONDS + 15))
    until hands press 29 31 && sleep 0.3 && [ "$(cat "$room/note.txt")" = "$1note" ]; do
        [ "$SECONDS" -lt "$end" ] || fail "the editor has the text '$(cat "$room/note.txt")', not '$1note'"
    done
}

# undone COUNT: batond undoes so many times.
undone() {
    within 30 "batond has undone $1 times" '[ "$(count_undone)" -ge '"$1"' ]'
    [ "$(count_undone)" -eq "$1" ] || fail "batond has undone $(count_undone) times, not $1"
}
count_undone() { grep -c "info: undo in mousepad" "$last/batond.log" || true; }

start_player() {
    background player mpv --no-config --script=/usr/lib/mpv-mpris/mpris.so --vo=null --ao=null --playlist-start=1 av://lavfi:sine=f={111,222,333}
    within 30 "a player" 'owns org.mpris.MediaPlayer2.mpv'
    within 30 "the player plays the second track" 'plays 222'
}
plays() {
    gdbus call --session --timeout 10 --dest org.mpris.MediaPlayer2.mpv --object-path /org/mpris/MediaPlayer2 --method org.freedesktop.DBus.Properties.Get \
        org.mpris.MediaPlayer2.Player Metadata | grep -q "sine=f=$1'"
}

batonctl() { timeout 60 "$bin/batonctl" "$@"; }
start_baton() {
    background batond "$bin/batond" --log-level debug
    batond=$started
    within 60 "batond" 'owns org.baton.Baton1 && owns org.mpris.MediaPlayer2.playerctld'
}
