# SPDX-License-Identifier: Apache-2.0
# Scenario: earbuds that are taken out and put in, through the real bluetoothd (rules I30, I50, I53)
. "$here/bluetooth.sh"
start_bluetooth_headset

# start_player NAME STATUS
start_player() {
    background "$1" "${as_user[@]}" "$bin/baton-fake-player" --name "$1" --status "$2" --title "Song of $1"
    within 10 "player $1" "grep -q ready $1.log"
}

# What a player was asked for.
asked() {
    bus_call "org.baton.FakePlayer.$1" /org/baton/FakePlayer org.baton.FakePlayer.Calls | tr -s ' \n' ' ' | sed 's/array \[//; s/\]//; s/^ *//; s/ *$//'
}

# becomes NAME STATUS: the user does it, in the player's own window.
becomes() {
    "${as_user[@]}" busctl --user call "org.baton.FakePlayer.$1" /org/baton/FakePlayer org.baton.FakePlayer Change 'a{sv}' 1 PlaybackStatus s "$2"
}

# nothing_more WHAT: after a second no player was asked for more than `one` and `two` hold.
nothing_more() {
    sleep 1
    expect "$1: one was asked for [$(asked one)], not [$one]" '[ "$(asked one)" = "$one" ]'
    expect "$1: two was asked for [$(asked two)], not [$two]" '[ "$(asked two)" = "$two" ]'
}

# told TEXT COUNT: bluetoothd was told so, so often, for each of the two adapters. Not what the headset sees: with one bluetoothd for both sides,
# each of which is the other's headset too, BlueZ loses one of two changes that no press made.
told() { [ "$(grep -c "$1" bluetoothd.log)" -ge "$2" ]; }

start_player two Paused
# A car's Play on connecting is dropped for five seconds; what follows are presses.
sleep 6

one=Pause two=
press Pause
within 20 "a bud that is taken out pauses the player" '[ "$(asked one)" = Pause ]'
within 20 "the headset sees it" 'sees Status paused'
press Play
within 20 "put in again, the same player goes on" '[ "$(asked one)" = "Pause Play" ]'
one="Pause Play"
nothing_more "out and in again"

becomes one Paused
within 20 "BlueZ knows that the user paused" 'told Status=Paused 4'
press Pause
nothing_more "taken out while nothing plays"

becomes one Playing
within 20 "BlueZ knows that it plays again" 'told Status=Playing 6'
press Pause
one="Pause Play Pause"
within 20 "taken out again" '[ "$(asked one)" = "$one" ]'
becomes two Playing
within 20 "BlueZ knows the player that the user started" 'told "Title=Song of two" 2'
press Play
nothing_more "put in while the user's other player plays"

# Connecting while music plays: a car sends Play by itself.
bluez "$remote" org.bluez.Device1 Disconnect
within 10 "the headset is gone" '! is_true $remote org.bluez.Device1 Connected'
connect_headset
press Play
nothing_more "a Play on connecting"
