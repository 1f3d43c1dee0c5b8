# SPDX-License-Identifier: Apache-2.0
# Scenario: bluetoothd restarts and crashes, and the adapters are unplugged; the headset's buttons work again
. "$here/bluetooth.sh"
start_bluetooth_headset

works() {
    local before
    connect_headset
    before=$(count_of Previous)
    press Previous
    within 5 "a press after $1" "pressed Previous $((before + 1))"
    within 5 "the headset sees the title after $1" 'sees Track "First song"'
}

for signal in TERM KILL; do
    before=$(registrations)
    kill -"$signal" "$bluetoothd"
    wait "$bluetoothd" 2>/dev/null || true
    start_bluetoothd
    within 15 "registered again after $signal" '[ "$(registrations)" -ge $((before + 2)) ]'
    works "$signal"
done

# The owner of org.bluez stays, and the registrations are gone without a word.
before=$(registrations)
end "$controllers"
within 15 "the adapters are gone" '[ ! -e /sys/class/bluetooth/hci0 ]'
plug_controllers
await_adapters
within 15 "registered again after unplugging" '[ "$(registrations)" -ge $((before + 2)) ]'
works unplugging
