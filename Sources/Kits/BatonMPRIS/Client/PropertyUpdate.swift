// SPDX-License-Identifier: Apache-2.0

/// The properties that one message changed in a player's cache. A property that was sent with the value that it had is
/// not among them.
///
/// For example:
/// ```swift
/// let observation = registry.observe { change in
///     guard case .changed(let player, let update) = change else { return }
///     if update.changed.contains(.metadata) { print(player.metadata.title ?? "without a title") }
/// }
/// ```
public struct PropertyUpdate: Hashable, Sendable {
    /// The interface that all properties belong to.
    public let interface: PlayerInterface
    /// Whether the message was a reply to GetAll, and not a signal.
    public internal(set) var isAnswer = false
    /// Properties that have a new value.
    public internal(set) var changed: PropertySet = []
    /// Properties that the player does not have any more.
    public internal(set) var removed: PropertySet = []
    /// Whether the metadata are those of another track.
    var isOtherTrack = false
    /// Whether an answer has other values than a signal that came after its question (rule MPRIS56).
    var isContradicted = false
    /// The position after a jump that was passed on to the player, and that it has not reported by itself.
    var settledJump: MediaTime?

    /// Whether nothing changed.
    public var isEmpty: Bool { changed.isEmpty && removed.isEmpty }

    /// The changed and the removed properties.
    public var all: PropertySet {
        var result = changed
        result.formUnion(removed)
        return result
    }
}
