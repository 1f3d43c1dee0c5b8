// SPDX-License-Identifier: Apache-2.0

/// What Baton remembers from one run to the next (spec/mpris.md iii).
///
/// Names are players' without `org.mpris.MediaPlayer2.` and without `.instanceN`, which the next run will not have.
package struct SavedState: Sendable, Equatable {
    /// The most ignored players; the oldest are forgotten first.
    package static let mostIgnored = 256
    /// The longest name in bytes: the bus's own limit.
    package static let longestName = 255

    /// The player that was pinned.
    package var pin: String? {
        didSet { pin = pin.flatMap(Self.name) }
    }
    /// Players ignored by command, beside the configuration's, the oldest first.
    package private(set) var ignored: [String] = []
    /// Whether shakes are wanted.
    package var isShakeOn = true
    /// The first responder; it breaks ties only.
    package var lastFirstResponder: String? {
        didSet { lastFirstResponder = lastFirstResponder.flatMap(Self.name) }
    }

    /// Nothing remembered.
    package init() {}

    /// Remembers that a player is ignored.
    package mutating func ignore(_ player: String) {
        guard let name = Self.name(player), !ignored.contains(name) else { return }
        ignored.append(name)
        if ignored.count > Self.mostIgnored { ignored.removeFirst(ignored.count - Self.mostIgnored) }
    }

    /// Forgets that a player is ignored.
    package mutating func unignore(_ player: String) {
        let name = Self.name(player)
        ignored.removeAll { $0 == name }
    }

    /// Whether a player is ignored by command.
    package func ignores(_ player: String) -> Bool {
        !ignored.isEmpty && Self.name(player).map(ignored.contains) ?? false
    }

    /// The name to remember for a player or app: shortened; nil if it is none that a file could keep.
    package static func name(_ player: String) -> String? {
        let prefix = PlayerPattern.busNamePrefix
        let short = player.hasPrefix(prefix) ? String(player.dropFirst(prefix.count)) : player
        let name = PlayerPattern.withoutInstance(short)
        let isStorable = name.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        return !name.isEmpty && name.utf8.count <= longestName && isStorable ? name : nil
    }
}
