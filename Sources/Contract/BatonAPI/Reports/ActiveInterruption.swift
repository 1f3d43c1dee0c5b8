// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// An interruption that lasts.
package struct ActiveInterruption: WireValue, Equatable, Sendable {
    package static var signature: Signature { "(ussstas)" }

    package let id: UInt32
    /// A word of `InterruptionCause`, or the kind of an app's, or of a newer agent.
    package let source: String
    package let reason: String
    /// The unique name of the app that began it; empty for another cause.
    package let requester: String
    /// When it began, in µs of CLOCK_MONOTONIC.
    package let since: UInt64
    /// The bus names of the players that it holds.
    package let players: [String]

    package init(
        id: UInt32, source: String, reason: String, requester: String, since: UInt64, players: [String]
    ) {
        self.id = id
        self.source = source
        self.reason = reason
        self.requester = requester
        self.since = since
        self.players = players
    }

    package init?(wire value: Value) {
        guard case .structure(let fields) = value, fields.count >= 6, let id = UInt32(wire: fields[0]),
            let since = UInt64(wire: fields[4])
        else { return nil }
        func text(_ index: Int) -> String { String(wire: fields[index]) ?? "" }
        self.init(
            id: id, source: text(1), reason: text(2), requester: text(3), since: since,
            players: [String](wire: fields[5]) ?? [])
    }

    package var wire: Value {
        .structure([id.wire, source.wire, reason.wire, requester.wire, since.wire, players.wire])
    }
}
