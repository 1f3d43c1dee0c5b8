# SPDX-License-Identifier: Apache-2.0
# Scenario: kill -9 of baton-keys while its keyboard in the kernel holds Ctrl: Ctrl is released
start_session
start_desktop us
start_keyboard
start_app
chmod 666 /dev/uinput

# Once undisturbed: baton-keys then stays for a while.
start_baton --set undo.route=uinput
undo || fail "batonctl undo: $(cat undo.log)"
within 5 "no keyboard is left" '! kernel_keyboard'

# Killed in mid-press: strace makes it wait after each key.
: >app.log
background strace strace -o calls.log -P /dev/uinput -e trace=write -e inject=write:delay_exit=1000000 -p "$(pgrep -x baton-keys)"
within 5 "strace looks on" 'grep -q attached strace.log'
undo &
within 20 "Ctrl is down" '[ "$(keys)" = "Control_L down" ]'
kill -9 "$(pgrep -x baton-keys)"
wait $! || true
expect_keys "Control_L down, Control_L up"
expect "no keyboard is left" '! kernel_keyboard'
within 5 "its keys are told to another" 'grep -q "releasing the keys" batond.log'
