# SPDX-License-Identifier: Apache-2.0
# The test in the session of a user who has just logged in: what the package promises of the service (docs/release.md).
set -uo pipefail
unit=app-org.baton.Baton.service

say() { echo "$*" | tee -a /kernel-test/result; }
fail() {
    say "FAILED $*"
    systemctl --user status "$unit" --no-pager -l
    journalctl --no-pager -b -n 60 2>/dev/null
    batonctl status
    batonctl inputs
    ls -l /dev/input
    for node in /dev/input/event*; do udevadm info "$node"; done
    exit 1
}
# within SECONDS WHAT CONDITION: waits until it holds; QEMU emulates the processor, so bounds are wide.
within() {
    local end=$((SECONDS + $1))
    until eval "$3" >/dev/null 2>&1; do
        [ $SECONDS -lt $end ] || fail "after $1 s not: $2"
        sleep 0.2
    done
}
property() { systemctl --user show -p "$1" --value "$unit"; }
is_active() { [ "$(property ActiveState)" = active ]; }
processes() { pgrep -u "$USER" -x 'batond|baton-sensor|baton-keys|baton-audio'; }
playback() { busctl --user get-property "org.mpris.MediaPlayer2.$1" /org/mpris/MediaPlayer2 org.mpris.MediaPlayer2.Player PlaybackStatus; }
is() { [ "$(playback "$1")" = "s \"$2\"" ]; }
config=$HOME/.config/baton/baton.conf
mkdir -p "${config%/*}"

within 60 "batond is active after the login" is_active
login=$(loginctl show-session "$XDG_SESSION_ID" -p TimestampMonotonic --value)
say "$(awk -v login="$login" -v began="$(property InactiveExitTimestampMonotonic)" -v ready="$(property ActiveEnterTimestampMonotonic)" \
    'BEGIN { printf "login: batond is ready %.1f s after it, %.2f s after its own start", (ready - login) / 1e6, (ready - began) / 1e6 }')"
[ "$(loginctl show-session "$XDG_SESSION_ID" -p Seat --value)" = seat0 ] || fail "the session has no seat"
systemd-analyze --user --man=no verify "/usr/lib/systemd/user/$unit" || fail "systemd-analyze finds something"

mpv --no-config --no-video --ao=null --loop av://lavfi:sine=f=440 --script=/usr/lib/mpv-mpris/mpris.so >/dev/null 2>&1 &
within 60 "the first mpv plays" 'is mpv Playing'
mpv --no-config --no-video --ao=null --loop av://lavfi:sine=f=660 --script=/usr/lib/mpv-mpris/mpris.so >/dev/null 2>&1 &
second=$!
within 60 "the second mpv plays" 'is "mpv.instance$second" Playing'
batonctl play-pause || fail "batonctl play-pause"
within 20 "the player that was heard last is paused" 'is "mpv.instance$second" Paused'
is mpv Playing || fail "the other player was paused too"
say "players: a command reaches the one that was heard last"

echo 'plug 0 one usb-test-1/input3 Test Headset' >/run/test/headset
within 30 "batond listens to the headset" 'batonctl inputs | grep -F "Test Headset" | grep -q listening'
# The other player is the one that is heard now.
echo 'press 0 164 80 600' >/run/test/headset
within 20 "the headset's button pauses the other player" 'is mpv Paused'
echo 'press 0 164 80 600' >/run/test/headset
within 20 "the headset's button plays it again" 'is mpv Playing'
is "mpv.instance$second" Paused || fail "the button reached both players"
say "keys: the button of a headset that was plugged in reaches the one that is heard, by the udev rule that README.Debian names"

printf '[routing]\npolicy = recent\n' >"$config"
systemctl --user reload "$unit" || fail "a reload of a right configuration"
printf '[routing]\npolicy = nonsense\n' >"$config"
! systemctl --user reload "$unit" 2>/dev/null || fail "a reload of a wrong configuration succeeded"
is_active || fail "a wrong configuration ended the service"
rm "$config"
systemctl --user reload "$unit" || fail "a reload without a configuration"
say "reload: a wrong configuration is refused, and the service goes on"

touch /run/test/sleep
within 60 "the machine has slept and woken" 'journalctl --user -b -u "$unit" | grep -q "suspend ended"'
within 20 "the player is paused" 'is mpv Paused'
is_active || fail "sleep ended the service"
batonctl play-pause || fail "a command after the sleep"
within 20 "it plays again" 'is mpv Playing'
say "sleep: the player is paused before it, and a command works after it"

main=$(property MainPID)
kill -KILL "$main"
within 30 "batond is back after a crash" 'is_active && [ "$(property MainPID)" != "$main" ]'
[ "$(property NRestarts)" = 1 ] || fail "it was restarted $(property NRestarts) times"
systemctl --user show -p ExecStopPost "$unit" | grep -q 'status=0' || fail "ExecStopPost did not run: $(systemctl --user show -p ExecStopPost "$unit")"
batonctl play-pause || fail "a command after the crash"
within 20 "it is paused" 'is mpv Paused'
say "crash: it is restarted once, ExecStopPost has run, and a command works"

systemctl --user stop "$unit" || fail "systemctl --user stop"
[ "$(property Result)" = success ] || fail "the stop was $(property Result)"
[ "$(property ExecMainStatus)" = 0 ] || fail "batond ended with $(property ExecMainStatus)"
! processes || fail "processes are left"
[ -z "$(batonctl --version 2>&1 >/dev/null)" ] || fail "batonctl complains"
! is_active || fail "it was started again"
say "stop: clean, and no process is left"

printf '[routing]\npolicy = nonsense\n' >"$config"
! systemctl --user start "$unit" 2>/dev/null || fail "it starts with a wrong configuration"
sleep 3
[ "$(property ActiveState)" = failed ] || fail "with a wrong configuration it is $(property ActiveState)"
[ "$(property ExecMainStatus)" = 78 ] || fail "it ended with $(property ExecMainStatus)"
say "start with a wrong configuration: refused with status 78, and not tried again"
exit 0
