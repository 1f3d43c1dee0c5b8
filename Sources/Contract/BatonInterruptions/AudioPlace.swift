// SPDX-License-Identifier: Apache-2.0

/// Where something was heard, by names that are the same after the sound server or the agent has restarted (rules I46 and I117).
///
/// Of each name only a checksum is kept: what is saved is short whatever a server calls its devices, and there is no text in it.
package struct AudioPlace: Equatable, Sendable {
    /// Stands for the sink's name.
    let sink: UInt64
    /// Stands for the card's name; 0 without one.
    let card: UInt64
    /// Stands for the port of the card that the sink used; 0 without one.
    let port: UInt64

    package init(sink: String, card: String = "", port: String = "") {
        self.sink = Self.mark(sink)
        self.card = Self.mark(card)
        self.port = Self.mark(port)
    }

    /// A place that was saved.
    init(sink: UInt64, card: UInt64, port: UInt64) {
        (self.sink, self.card, self.port) = (sink, card, port)
    }

    /// What stands for a name; 0 for the empty one.
    static func mark(_ name: String) -> UInt64 {
        guard !name.isEmpty else { return 0 }
        var checksum = TextChecksum()
        checksum.add(name)
        return checksum.value
    }
}
