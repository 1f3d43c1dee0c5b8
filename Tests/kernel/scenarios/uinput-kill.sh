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

# Killed in mid-press: strace does it as Z would be pressed, which is the third event after Ctrl and its end of a frame.
: >app.log
background strace strace -o calls.log -P /dev/uinput -e trace=write -e inject=write:signal=KILL:when=3 -p "$(pgrep -x baton-keys)"
within 5 "strace looks on" 'grep -q attached strace.log'
undo || true
expect "it was killed: $(cat calls.log)" 'grep -q "killed by SIGKILL" calls.log'
expect_keys "Control_L down, Control_L up"
expect "no keyboard is left" '! kernel_keyboard'
within 5 "its keys are told to another" 'grep -q "releasing the keys" batond.log'
