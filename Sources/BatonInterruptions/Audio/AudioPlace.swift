// SPDX-License-Identifier: Apache-2.0

/// Where something was heard, by names that are the same after the sound server has restarted (rule I46).
package struct AudioPlace: Equatable, Sendable {
    /// The sink's name.
    package let sink: String
    /// The card's name; empty without one.
    package let card: String
    /// The port of the card that the sink used; empty without one.
    package let port: String

    package init(sink: String, card: String = "", port: String = "") {
        self.sink = sink
        self.card = card
        self.port = port
    }
}
