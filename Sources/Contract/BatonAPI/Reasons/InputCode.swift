// SPDX-License-Identifier: Apache-2.0

/// Why presses do not come from an input, besides the codes of ``SessionCode`` and of the portal.
package enum InputCode: String, CaseIterable, Sendable {
    // The event node of a headset.

    /// The device turned out to be a keyboard, which is never read.
    case keyboard = "is-a-keyboard"
    /// This user may not read the node; detail: path.
    case nodeForbidden = "node-forbidden"
    case nodeUnopenable = "node-unopenable"
    /// Another program has grabbed the node.
    case nodeGrabbed = "node-grabbed"
    case nodeUngrabbable = "node-ungrabbable"
    /// The device sends too many keys, and is not read for a while.
    case tooManyKeys = "too-many-keys"
    /// The desktop acts on the keys, and Baton is not told to grab them.
    case desktopActs = "desktop-acts-on-keys"
    /// The device is not grabbed, because it has other keys too.
    case otherKeys = "has-other-keys"
    /// The configuration turns headsets off.
    case headsetsOff = "headsets-off"
    /// The configuration turns this device off.
    case deviceOff = "device-off"
    /// Baton made the device, and forwards keys by it.
    case relay = "key-relay"
    /// It is a pointer, joystick or touch device.
    case pointer = "is-a-pointer"
    case noMediaKeys = "no-media-keys"

    // The media keys of a desktop.

    case keysAsked = "media-keys-asked"
    /// The desktop sends the keys to a player that it picks itself.
    case keysUnclaimed = "media-keys-unclaimed"
    case keysTaken = "media-keys-taken"
    /// They were refused, and are asked for again.
    case keysDelayed = "media-keys-delayed"
    case keysRefused = "media-keys-refused"
    case keysUnanswered = "media-keys-unanswered"

    // The shortcuts portal.

    case portalAwaited = "portal-awaited"
    case noShortcutsPortal = "no-shortcuts-portal"
    case shortcutsUnreadable = "shortcuts-unreadable"
    /// The desktop asks the user.
    case shortcutsAsked = "shortcuts-asked"
    case shortcutsEnded = "shortcuts-ended"
    case noShortcuts = "no-shortcuts"
    /// No key leads to the shortcut, or none has yet.
    case shortcutUnbound = "shortcut-unbound"

    // Bluetooth.

    case bluetoothOff = "bluetooth-off"
    /// Baton's player is not registered at the adapter yet.
    case playerUnregistered = "player-unregistered"
    case playerReleased = "player-released"
    case playerForbidden = "player-forbidden"
    case playerRefused = "player-refused"
    case bluezSilent = "bluez-silent"
    case noAVRCPTarget = "no-avrcp-target"
    /// No headset of that name is connected.
    case headsetAbsent = "headset-not-connected"
    /// Several headsets are connected, and BlueZ does not tell which one is pressed.
    case severalHeadsets = "several-headsets"
    /// A headset that is tried sends too many commands.
    case tooManyPresses = "too-many-presses"
    /// A headset seems to need two presses (rule I56); detail: device.
    case twoPresses = "seems-to-need-two-presses"
}
