# SPDX-License-Identifier: Apache-2.0
# What a user of Plasma does with the edges of a touchscreen, from the set-up to its end (docs/desktop-gestures.md). run.sh starts it.
set -euo pipefail
. "$cache/stage.sh"

start_session
# What a user has set in KWin; the last line has no end. With two desktops side by side Plasma 6 has the edges too (DG5).
printf '[Desktops]\nNumber=2\nRows=1\n\n[Windows]\nFocusPolicy=ClickToFocus\n\n[Plugins]\nblurEnabled=false' >"$HOME/.config/kwinrc"
start_kwin
start_baton
start_editor
start_player
type_word a l p h a
reads alpha

# Twice: KWin's seat has no touchscreen before the first touch.
from_right_edge
from_right_edge
reads alpha
settle
kept "before the set-up a finger from the edge does nothing"

batonctl setup --gestures=media --dry-run >"$last/dry-run" || fail "batonctl setup --dry-run: $(cat "$last/dry-run")"
expect_belongings "after --dry-run"
kept "DG6: --dry-run changes nothing"

batonctl setup --gestures=media --yes >"$last/setup" || fail "batonctl setup: $(cat "$last/setup")"
within 20 "KWin runs the script" 'is_loaded baton-gestures true'
batonctl doctor --json >"$last/doctor" || true
grep -q '"name":"gestures","state":"works"' "$last/doctor" || fail "the doctor does not say that the gestures work: $(cat "$last/doctor")"
kept "DG5: batonctl setup --gestures has KWin run the script at once"

in_the_middle
reads alpha
undone 0
from_right_edge
undone 1
reads ''
kept "DG5, DG8: a finger from the right edge undoes once in the editor; in the middle of the screen it does nothing"

from_top_edge
within 20 "the next track" 'plays 333'
from_bottom_edge
within 20 "the previous track" 'plays 222'
undone 1
kept "DG5: a finger from the top edge plays the next track, from the bottom edge the previous one"

type_word b e t a
reads beta
batonctl setup --revert >"$last/revert" || fail "batonctl setup --revert: $(cat "$last/revert")"
within 20 "KWin has ended the script" 'is_loaded baton-gestures false'
reads beta
expect_belongings "after --revert"
from_right_edge
from_top_edge
reads beta
undone 1
plays 222 || fail "the edge changes tracks after --revert"
kept "DG3: --revert gives every file its bytes back, KWin ends the script, and the edges do nothing"

# What the user has changed since is kept, and told.
batonctl setup --gestures --yes >"$last/setup-again" || fail "batonctl setup, again: $(cat "$last/setup-again")"
within 20 "KWin runs the script" 'is_loaded baton-gestures true'
script=$HOME/.local/share/kwin/scripts/baton-gestures/contents/code/main.js
echo '// mine' >>"$script"
sed -i 's/baton-gesturesEnabled=true/baton-gesturesEnabled=false/' "$HOME/.config/kwinrc"
batonctl setup --revert >"$last/revert-edited" || fail "batonctl setup --revert, after an edit: $(cat "$last/revert-edited")"
tail -n 1 "$script" | grep -q mine || fail "the user's script is gone"
grep -q '^baton-gesturesEnabled=false$' "$HOME/.config/kwinrc" || fail "the user's key is gone"
[ "$(grep -c 'kept' "$last/revert-edited")" -eq 2 ] || fail "--revert does not tell what is kept: $(cat "$last/revert-edited")"
[ ! -e "$HOME/.local/share/kwin/scripts/baton-gestures/metadata.json" ] || fail "Baton's own file is kept"
rm -r "$HOME/.local/share/kwin"
sed -i '/baton-gestures/d' "$HOME/.config/kwinrc"
expect_belongings "without the user's changes"
kept "DG3: what the user has changed since is kept, and told"

# strace ends batonctl before each system call that changes something, or that calls KWin.
steps=0
for signal in KILL INT; do
    for call in mkdir write fsync rename sendmsg; do
        for ((number = 1; ; number++)); do
            ended=0
            # The shell's own word of a child that was killed goes to the same file.
            { strace -qq -o /dev/null -e "trace=$call" -e "inject=$call:signal=$signal:when=$number" \
                "$bin/batonctl" setup --gestures=media --yes; } >"$last/ended" 2>&1 || ended=$?
            [[ $ended =~ ^(0|130|137)$ ]] || fail "batonctl under strace: $ended: $(cat "$last/ended")"
            batonctl setup --revert >"$last/revert-ended" || fail "--revert after SIG$signal at $call $number: $(cat "$last/revert-ended")"
            within 20 "KWin has ended the script after SIG$signal at $call $number" 'is_loaded baton-gestures false'
            expect_belongings "after SIG$signal at $call $number, and --revert,"
            [ "$ended" -ne 0 ] || break
            steps=$((steps + 1))
        done
    done
done
[ "$steps" -gt 0 ] || fail "strace has ended nothing"
kept "SETUP4: a set-up that Ctrl-C or a kill ended at one of $steps steps is taken back"
end_batond
