# SPDX-License-Identifier: Apache-2.0
# What KWin 6 does with a touchpad's swipes, from the set-up to its end (docs/desktop-gestures.md). The login shell starts it, in the guest.
set -euo pipefail
room=$(mktemp -d)
last=/kernel-test/logs
. /kernel-test/desktop/words.sh
export PATH=/opt/baton:/usr/bin:/bin LC_ALL=C.UTF-8 XDG_CURRENT_DESKTOP=KDE KDE_SESSION_VERSION=6 LIBGL_ALWAYS_SOFTWARE=1

kwin() { gdbus call --session --timeout 20 --dest org.kde.KWin --object-path "$1" --method "${@:2}"; }
# is_loaded SCRIPT true|false
is_loaded() { [ "$(kwin /Scripting org.kde.kwin.Scripting.isScriptLoaded "$1")" = "($2,)" ]; }
# swipe FINGERS X Y: returns when the kernel has had it.
swipe() {
    local before
    before=$(wc -l <"$last/touchpad.log")
    echo "swipe $*" >/run/test/touchpad
    within 30 "the touchpad does 'swipe $*'" '[ "$(wc -l <"$last/touchpad.log")" -gt '"$before"' ]'
}
# calls NAME...: the methods that KWin has called, in order.
calls() {
    within 60 "KWin calls $*" '[ "$(called)" = "'"$*"'" ]'
}
called() { sed -n 's/.* member=\(Undo\|Redo\|Next\|Previous\)$/\1/p' "$last/monitor.log" | paste -sd ' '; }

# Baton's records are in ~/.local/state, whose empty folder stays.
mkdir -p "$HOME/.local"
background kwin env KWIN_COMPOSE=Q kwin_wayland --drm --socket w6 --no-lockscreen
within 300 "KWin" 'is_loaded none false'
export LD_LIBRARY_PATH=/opt/baton
background monitor dbus-monitor --session "type='method_call',interface='org.baton.Baton1.Application'" "type='method_call',interface='org.mpris.MediaPlayer2.Player'"
within 60 "a monitor" '[ -s "$last/monitor.log" ]'
swipe 3 -30 0
settle
kept "$(kwin_wayland --version 2>/dev/null) reads the touchpad; before the set-up it calls nothing"

batonctl setup --gestures=media --yes >"$last/setup" || fail "batonctl setup: $(cat "$last/setup")"
within 60 "KWin runs the script" 'is_loaded baton-gestures true'
grep -q "3 fingers on the touchscreen or touchpad" "$last/setup" || fail "setup takes the edges: $(cat "$last/setup")"
swipe 3 -30 0
calls Undo
swipe 3 30 0
calls Undo Redo
swipe 4 -30 0
calls Undo Redo Next
swipe 4 30 0
calls Undo Redo Next Previous
kept "DG5: three fingers to the left call Undo once, to the right Redo; four fingers Next and Previous"

batonctl setup --revert >"$last/revert" || fail "batonctl setup --revert: $(cat "$last/revert")"
within 60 "KWin has ended the script" 'is_loaded baton-gestures false'
expect_belongings "after --revert"
swipe 3 -30 0
swipe 4 -30 0
sleep 3
calls Undo Redo Next Previous
kept "DG3: --revert gives every file its bytes back, and the swipes call nothing"
