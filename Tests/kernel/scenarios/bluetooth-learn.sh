# SPDX-License-Identifier: Apache-2.0
# Scenario: a trial of a Bluetooth headset, through the real bluetoothd (rule I55)
. "$here/bluetooth.sh"
start_bluetooth_headset

# printed TEXT: whether batonctl has printed it.
printed() { grep -qF -- "$1" learn.log; }

# A Play within 5 s after connecting is the headset's own.
sleep 4
background learn "${as_user[@]}" stdbuf -oL "$bin/batonctl" learn --timeout 6 "virtual headset"
learn=$started
within 10 "it asks for presses" 'printed "Press its play button 4 times"'
number=0
for button in Pause Play Pause Play; do
    number=$((number + 1))
    expect "the headset sees something else than playing before press $number" 'sees Status playing'
    press $button
    within 5 "press $number is told" 'printed "press $number: ${button,,}"'
    sleep 2
done
within 10 "it asks for more" 'printed "Press the same button 2 times"'
within 5 "the headset is shown that it is paused" 'sees Status paused'
for button in Pause Play; do
    press $button
    sleep 2
done
within 10 "it asks to take it off" 'printed "Now press nothing"'
within 30 "it says what it found" 'printed "play-pause = corrected"'
wait "$learn"
expect "the player got: $(calls)" '[ -z "$(calls)" ]'
within 5 "the headset is shown what is so" 'sees Status playing'
press Pause
within 5 "presses count again" "pressed Pause 1"

# Ended in the middle.
background learn "${as_user[@]}" "$bin/batonctl" learn --timeout 10 "$headset_address"
learn=$started
sleep 2
end "$learn"
press Play
within 5 "presses count after it was ended" "pressed Play 1"
