# SPDX-License-Identifier: Apache-2.0
# Words for scenarios with Bluetooth: two virtual controllers on one virtual radio, paired, with one real bluetoothd for both. hci0 is the
# computer; hci1 plays the headset: org.bluez.MediaControl1 on its side of the link sends real AVRCP commands.

computer=/org/bluez/hci0 headset=/org/bluez/hci1
computer_address=00:AA:01:00:00:00 headset_address=00:AA:01:01:00:01
# The computer as the headset sees it.
remote=$headset/dev_${computer_address//:/_}
# What the headset connects to: the AVRCP target.
avrcp_target=0000110c-0000-1000-8000-00805f9b34fb

bluez() { busctl --system --timeout=25 call org.bluez "$@"; }
bluez_get() { busctl --system get-property org.bluez "$@" 2>/dev/null; }
bluez_set() { busctl --system set-property org.bluez "$@"; }
is_true() { [ "$(bluez_get "$@")" = "b true" ]; }

plug_controllers() {
    background controllers btvirt -l2
    controllers=$started
    within 15 "two controllers" '[ -e /sys/class/bluetooth/hci1 ]'
}

start_bluetoothd() {
    background bluetoothd /usr/libexec/bluetooth/bluetoothd -n -d
    bluetoothd=$started
    await_adapters
}

await_adapters() {
    local side
    for side in "$computer" "$headset"; do
        within 20 "$side has power" "is_true $side org.bluez.Adapter1 Powered || { bluez_set $side org.bluez.Adapter1 Powered b true 2>/dev/null; false; }"
    done
}

# tell_agent COMMAND: what a user would type into bluetoothctl, which also says yes for both sides.
start_agent() {
    mkfifo agent
    exec 6<>agent
    bluetoothctl --agent NoInputNoOutput <&6 >bluetoothctl.log 2>&1 6>&- &
    processes+=($!)
    within 20 "an agent for pairing" 'grep -q "Agent registered" bluetoothctl.log'
}

tell_agent() { echo "$*" >&6; }

start_bluetooth() {
    start_system_bus
    # The kernel loads the ciphers of the link by itself, from the usual place.
    mkdir -p /lib/modules
    mountpoint -q /lib/modules || mount --bind "$cache/kernel/lib/modules" /lib/modules
    # The ciphers first: while the kernel loads them btvirt does not answer it, which has 2 s of patience.
    modprobe -a af_alg algif_hash algif_skcipher ecb cmac aes_generic ecdh_generic
    modprobe -a hci_vhci rfcomm bnep uinput evdev
    within 5 "a device for virtual controllers" '[ -c /dev/vhci ]'
    udevadm settle --timeout=10
    plug_controllers
    start_bluetoothd
    start_agent
    pair
}

pair() {
    local side
    bluez_set "$computer" org.bluez.Adapter1 Alias s kernel-test
    bluez_set "$headset" org.bluez.Adapter1 Alias s "virtual headset"
    for side in "$computer" "$headset"; do
        bluez_set "$side" org.bluez.Adapter1 Pairable b true
        bluez_set "$side" org.bluez.Adapter1 DiscoverableTimeout u 0
        bluez_set "$side" org.bluez.Adapter1 Discoverable b true
    done
    tell_agent select "$headset_address"
    tell_agent scan bredr
    within 20 "the headset finds the computer" 'bluez_get $remote org.bluez.Device1 Address | grep -q AA'
    tell_agent scan off
    tell_agent pair "$computer_address"
    within 30 "both are paired" 'tell_agent yes; is_true $remote org.bluez.Device1 Paired'
    bluez_set "$remote" org.bluez.Device1 Trusted b true
    bluez_set "$computer/dev_${headset_address//:/_}" org.bluez.Device1 Trusted b true
}

connect_headset() {
    within 20 "AVRCP is connected" \
        'is_true $remote org.bluez.MediaControl1 Connected || { bluez $remote org.bluez.Device1 ConnectProfile s $avrcp_target 2>/dev/null; false; }'
}

press() { bluez "$remote" org.bluez.MediaControl1 "$1"; }

# What the headset sees: `sees Status playing`, `sees Track "First"`.
sees() {
    local path
    for path in "$remote"/player{0,1,2,3,4,5,6,7}; do
        bluez_get "$path" org.bluez.MediaPlayer1 "$1" | grep -qF -- "$2" && return
    done
    return 1
}

# How often bluetoothd has taken a player.
registrations() { grep -c "Player registered" bluetoothd.log || true; }

# The whole way from the headset to a player: registered, connected, and the headset shows the player.
start_bluetooth_headset() {
    start_bluetooth
    start_session
    background one "${as_user[@]}" "$bin/baton-fake-player" --name one --status Playing --title "First song"
    within 10 "a player" 'grep -q ready one.log'
    start_baton
    within 15 "a player at each adapter" '[ "$(registrations)" -ge 2 ]'
    connect_headset
    within 5 "the headset sees the title" 'sees Track "First song"'
    within 5 "the headset sees that it plays" 'sees Status playing'
}

# What the player was asked for, in order.
calls() {
    bus_call org.baton.FakePlayer.one /org/baton/FakePlayer org.baton.FakePlayer.Calls 2>/dev/null |
        tr -s ' \n' ' ' | sed 's/array \[//; s/\]//; s/^ *//; s/ *$//'
}

count_of() { calls | { grep -ow "$1" || true; } | wc -l; }
pressed() { [ "$(count_of "$1")" = "$2" ]; }
