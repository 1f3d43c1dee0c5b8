// SPDX-License-Identifier: Apache-2.0

/// A sound card, as the sound server says: how it is used, and what is plugged into it.
package struct AudioCard: Equatable, Sendable {
    /// The server's number, which a later card may have too.
    package let index: UInt32
    /// The server's name; the same one after the server has restarted.
    package let name: String
    /// Whether its profile is *off*: it has no sinks.
    package var isOff: Bool
    /// The ports for sound that goes out with something plugged in. A port of which nothing is known is in neither set.
    package var plugged: Set<String>
    /// The ports for sound that goes out with nothing plugged in, and speakers that are silent because of headphones.
    package var empty: Set<String>

    /// The most ports that are told, and the longest name of one in bytes: a card has a handful.
    package static let mostPorts = 24
    package static let longestPort = 64

    package init(
        index: UInt32, name: String, isOff: Bool = false, plugged: Set<String> = [], empty: Set<String> = []
    ) {
        self.index = index
        self.name = name
        self.isOff = isOff
        self.plugged = plugged
        self.empty = empty
    }
}
