// SPDX-License-Identifier: Apache-2.0

/// What a player plays, as a page has it.
package struct PlayedTrack: Hashable, Sendable {
    /// The title, or the end of the address of a file or stream without one; empty if neither is known.
    package let title: String
    /// The artists, separated by commas; empty if none is known.
    package let artist: String

    /// Nothing that is known.
    package static let unknown = PlayedTrack()

    /// Takes what a player tells, of any length and with any characters.
    package init(title: String? = nil, address: String? = nil, artists: [String] = []) {
        self.title = BoundedText.shown(Self.title(title, address: address))
        artist = BoundedText.shown(artists.prefix(Self.mostArtists).joined(separator: ", "))
    }

    private static let mostArtists = 8

    /// The title as the player tells it, or the end of the address.
    package static func title(_ title: String?, address: String?) -> String {
        if let title, !title.isEmpty { return title }
        return (address ?? "").split(separator: "/").last.map(String.init) ?? ""
    }

    /// Artist and title, as people write them.
    package var text: String { [artist, title].filter { !$0.isEmpty }.joined(separator: " – ") }
}
