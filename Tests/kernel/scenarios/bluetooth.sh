# SPDX-License-Identifier: Apache-2.0
# Scenario: a Bluetooth headset's buttons and display, through the real bluetoothd
. "$here/bluetooth.sh"
start_bluetooth_headset

# use BUTTON COUNT [STATUS]: it reaches the player, which has then got so many of it, and the headset sees what became of it.
use() {
    press "$1"
    within 5 "$1 at the player" "pressed $1 $2"
    [ $# -lt 3 ] || within 5 "the headset sees $3 after $1" "sees Status $3"
}
use Pause 1 paused
use Play 1 playing
use Next 1
use Previous 1
use Stop 1 stopped
use Play 2 playing
sleep 1
expect "each came once: $(calls one)" '[ "$(calls one)" = "Pause Play Next Previous Stop Play" ]'

# One after the other, as fast as they can be pressed.
before=$(count_of Next)
began=$(date +%s%N)
for ((i = 0; i < 25; i++)); do press Next; done
within 10 "25 presses" "pressed Next $((before + 25))"
figure "25 presses in $((($(date +%s%N) - began) / 1000000)) ms, none lost, none doubled"

# Stopped and continued: what was pressed meanwhile is dropped.
before=$(count_of Next)
kill -STOP "$batond"
for ((i = 0; i < 3; i++)); do press Next; done
sleep 1
kill -CONT "$batond"
sleep 1
expect "presses while batond was stopped came late" "pressed Next $before"
press Next
within 5 "a press after that" "pressed Next $((before + 1))"

# The end: nothing is left that seems to play.
end "$batond"
within 5 "both players are unregistered" '[ "$(grep -c "Player unregistered" bluetoothd.log)" -ge 2 ]'
sleep 1
expect "the headset still shows a player that plays" '! sees Status playing'
