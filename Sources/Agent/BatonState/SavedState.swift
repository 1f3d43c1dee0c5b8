// SPDX-License-Identifier: Apache-2.0

import BatonSettings

/// What Baton keeps from one run to the next (rule MPRIS35).
///
/// Players are named without `org.mpris.MediaPlayer2.` and without `.instanceN`, because the number of an instance
/// differs in the next run.
package struct SavedState: Sendable, Equatable {
    /// The largest number of ignored players. With more, the oldest entries are dropped.
    package static let mostIgnored = 256
    /// The longest name in bytes: the limit of the bus for names.
    package static let longestName = 255
    /// The largest number of headsets with a tally. With more, the one that was used longest ago is dropped.
    package static let mostTallies = 32

    /// The pinned player.
    package var pin: String? {
        didSet { pin = pin.flatMap(Self.name) }
    }
    /// The players that a command has set to be ignored, in addition to those of the configuration, the oldest first.
    package private(set) var ignored: [String] = []
    /// Whether shakes are switched on.
    package var isShakeOn = true
    /// What `batonctl calibrate` found for this user; nil without a calibration.
    package var shakePoint: PersonalShakePoint?
    /// How far answers have lowered the bar of a shake, in hundredths of a unit of the score; 0 or less (rule SHAKE17).
    package var shakeShift = 0
    /// The last first responder. After a restart it decides only between players that are equal by rule MPRIS14.
    package var lastFirstResponder: String? {
        didSet { lastFirstResponder = lastFirstResponder.flatMap(Self.name) }
    }

    /// How often each headset needed two presses lately, by its Bluetooth address (rule I56).
    package private(set) var pressTallies: [String: PressTally] = [:]

    /// The state of a first run.
    package init() {}

    /// Adds a player to the ignored ones.
    package mutating func ignore(_ player: String) {
        guard let name = Self.name(player), !ignored.contains(name) else { return }
        ignored.append(name)
        if ignored.count > Self.mostIgnored { ignored.removeFirst(ignored.count - Self.mostIgnored) }
    }

    /// Removes a player from the ignored ones.
    package mutating func unignore(_ player: String) {
        let name = Self.name(player)
        ignored.removeAll { $0 == name }
    }

    /// Whether a player is ignored by command.
    package func ignores(_ player: String) -> Bool {
        !ignored.isEmpty && Self.name(player).map(ignored.contains) ?? false
    }

    /// Keeps the tally of a headset; nil forgets it. Does nothing if the text is not an address.
    package mutating func setTally(_ tally: PressTally?, of address: String) {
        guard Self.isAddress(address) else { return }
        pressTallies[address] = tally
        guard pressTallies.count > Self.mostTallies else { return }
        let oldest = pressTallies.filter { $0.key != address }.min { ($0.value.day, $0.key) < ($1.value.day, $1.key) }
        if let oldest { pressTallies[oldest.key] = nil }
    }

    /// Whether a text is a Bluetooth address, as `00:1B:66:AC:12:0F`.
    private static func isAddress(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        return parts.count == 6
            && parts.allSatisfy { $0.count == 2 && $0.allSatisfy { Character(UnicodeScalar($0)).isHexDigit } }
    }

    /// The name under which a player or app is kept: without prefix and instance. Nil if the file cannot hold it.
    package static func name(_ player: String) -> String? {
        let name = PlayerPattern.withoutInstance(String(PlayerPattern.withoutPrefix(player)))
        let isStorable = name.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        return !name.isEmpty && name.utf8.count <= longestName && isStorable ? name : nil
    }
}
