// SPDX-License-Identifier: Apache-2.0

/// What one message changed in a player's cache; a property told again with the value it had is not in it.
public struct PropertyUpdate: Hashable, Sendable {
    /// The interface; all properties are of it.
    public let interface: PlayerInterface
    /// Whether it is the answer to a question: the player did not tell it by itself.
    public internal(set) var isAnswer = false
    /// Properties that have a new value.
    public internal(set) var changed: PropertySet = []
    /// Properties that the player does not have any more.
    public internal(set) var removed: PropertySet = []

    /// Whether nothing changed.
    public var isEmpty: Bool { changed.isEmpty && removed.isEmpty }

    /// Both.
    public var all: PropertySet {
        var result = changed
        result.formUnion(removed)
        return result
    }
}
