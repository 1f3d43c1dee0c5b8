// SPDX-License-Identifier: Apache-2.0

extension InputNode {
    /// What a node is to Baton.
    public enum Role: Sendable, Equatable {
        /// The buttons of a wired or USB headset.
        case headset
        /// The keys of a Bluetooth headset that bluetoothd makes of its AVRCP commands (rule B7).
        case avrcp
        /// Media keys of something else: a keyboard's extra node, a laptop, a remote control.
        case mediaKeys
        /// Nothing that may or need be read; why, for people.
        case unsuitable(String)
    }

    /// Whether it has letters: then it is never read.
    public var isKeyboard: Bool { keys.contains(anyOf: KeySet.letters) }

    /// What the node is, by what it has (spec/touch.md §4).
    ///
    /// Having keys is not enough: a headset may claim 64 buttons, and a power button is a key too.
    public var role: Role {
        if isKeyboard { return .unsuitable("it is a keyboard") }
        if hasPointer { return .unsuitable("it is a pointer, joystick or touch device") }
        let hasMedia = keys.contains(anyOf: KeySet.media)
        if bus == Self.bluetooth, name.hasSuffix("(AVRCP)") {
            return hasMedia ? .avrcp : .unsuitable("it has no media keys")
        }
        if hasMedia { return isHeadset ? .headset : .mediaKeys }
        let hasButtons = keys.contains(anyOf: KeySet.headset) || keys.contains(anyOf: KeySet.plainButtons)
        return hasButtons && isHeadset ? .headset : .unsuitable("it has no media keys")
    }

    /// Whether one button is all it has for media, so that clicks are counted (rule B1).
    public var hasOneButton: Bool {
        keys.contains(anyOf: [164, 226]) && !keys.contains(anyOf: [163, 165])
    }

    private static let bluetooth = 5
    /// Plantronics and Jabra make nothing but headsets.
    private static let headsetMakers = [0x047f, 0x0b0e]
    private static let headsetWords = ["headset", "headphone", "earphone", "earbud", "earpod"]

    private var isHeadset: Bool {
        guard !hasJack, !isSoundDevice, !Self.headsetMakers.contains(vendor) else { return true }
        let name = name.lowercased()
        return Self.headsetWords.contains(where: name.contains)
    }
}
