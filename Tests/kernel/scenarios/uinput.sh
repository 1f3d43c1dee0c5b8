# SPDX-License-Identifier: Apache-2.0
# Scenario: undo by a keyboard in the kernel: by the layout in use, not while Shift is held, on a tablet too (UNDO2, UNDO12, UNDO42)
start_session
start_keyboard
start_desktop de
start_app

# Not without rights.
chmod 600 /dev/uinput
start_baton --set undo.route=uinput
! undo || fail "undone without rights"
expect "$(cat undo.log)" 'grep -q "may not write to /dev/uinput" undo.log'
expect "no keyboard is left" '! kernel_keyboard'
chmod 666 /dev/uinput

# Z is where Y is elsewhere.
undo || fail "batonctl undo: $(cat undo.log)"
expect_keys "Control_L down, z down, z up, Control_L up"
within 5 "no keyboard is left" '! kernel_keyboard'

# The user holds Shift.
chmod o+r /dev/input/event*
: >app.log
keyboard down 42
within 5 "Shift is down" '[ "$(keys)" = "Shift_L down" ]'
! undo || fail "undone while Shift was held"
expect "$(cat undo.log)" 'grep -q "modifier key is held" undo.log'
keyboard up 42
expect_keys "Shift_L down, Shift_L up"

# Several layouts: Z may be where nobody can tell, or in one of them only.
swaymsg 'input type:keyboard xkb_layout "us,de"' >swaymsg.log
! undo || fail "undone although Z has two places"
expect "$(cat undo.log)" 'grep -q "different places" undo.log'
swaymsg 'input type:keyboard xkb_layout "us,ru"' >swaymsg.log
: >app.log
undo || fail "batonctl undo with us,ru: $(cat undo.log)"
expect_keys "Control_L down, z down, z up, Control_L up"

# A tablet: ours is the only keyboard.
end "$keyboard"
: >app.log
undo || fail "batonctl undo without another keyboard: $(cat undo.log)"
expect_keys "Control_L down, z down, z up, Control_L up"
end "$batond"
