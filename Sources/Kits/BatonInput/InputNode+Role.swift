// SPDX-License-Identifier: Apache-2.0

import BatonValues

extension InputNode {
    /// What Baton uses a node for.
    public enum Role: Sendable, Equatable {
        /// The buttons of a wired or USB headset.
        case headset
        /// The node that bluetoothd makes for the AVRCP commands of a Bluetooth headset (rules B7 and HEADSET5).
        case avrcp
        /// Media keys of another device: a keyboard's extra node, a laptop, a remote control.
        case mediaKeys
        /// A node that must not or need not be read, with the reason.
        case unsuitable(Unsuitability)
    }

    /// Why Baton does not use a node.
    public enum Unsuitability: Sendable, Equatable {
        /// It has keys of letters.
        case keyboard
        /// It is a pointer, joystick or touch device.
        case pointer
        /// It has no media keys, or those of no device that Baton knows.
        case noMediaKeys
    }

    /// Whether it has keys of letters. Then it is never read.
    public var isKeyboard: Bool { keys.contains(anyOf: KeySet.letters) }

    /// What Baton uses the node for, by its properties (rules HEADSET8 to HEADSET10).
    ///
    /// Having keys is not enough: a headset may claim 64 buttons (rule HEADSET3), and a power button is a key too.
    public var role: Role {
        if isKeyboard { return .unsuitable(.keyboard) }
        if hasPointer { return .unsuitable(.pointer) }
        let hasMedia = keys.contains(anyOf: KeySet.media)
        if bus == Self.bluetooth, name.hasSuffix(Self.avrcpSuffix) {
            return hasMedia ? .avrcp : .unsuitable(.noMediaKeys)
        }
        if hasMedia { return isHeadset ? .headset : .mediaKeys }
        let hasButtons = keys.contains(anyOf: KeySet.headset) || keys.contains(anyOf: KeySet.plainButtons)
        return hasButtons && isHeadset ? .headset : .unsuitable(.noMediaKeys)
    }

    /// Whether it has one button for media, so that clicks are counted (rules B1 and HEADSET11).
    public var hasOneButton: Bool {
        keys.contains(anyOf: [164, 226]) && !keys.contains(anyOf: [163, 165])
    }

    private static let bluetooth = 5
    /// What bluetoothd adds to the name of a Bluetooth headset's node.
    package static let avrcpSuffix = " (AVRCP)"
    /// USB vendor numbers of Plantronics and Jabra, whose devices with buttons are headsets.
    private static let headsetMakers = [0x047f, 0x0b0e]
    private static let headsetWords = ["headset", "headphone", "earphone", "earbud", "earpod"]

    private var isHeadset: Bool {
        guard !hasJack, !isSoundDevice, !Self.headsetMakers.contains(vendor) else { return true }
        let name = name.lowercased()
        return Self.headsetWords.contains { name.contains(bytesOf: $0) }
    }
}
