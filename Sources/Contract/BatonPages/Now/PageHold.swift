// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonInterruptions
import BatonTranslation

/// An interruption that lasts, and what it holds.
package struct PageHold: Equatable, Sendable {
    /// Its number.
    package let id: UInt32
    /// What it is: a word of the agent's, such as `call`.
    package let cause: String
    /// Since when, a time of day.
    package let since: String
    /// Why, in the words of who began it; empty if nobody said.
    package let reason: String
    /// What people call the players that it holds, or makes quieter.
    package let players: BoundedList<String>
    /// Whether "go on" resumes them now. What another interruption holds resumes when that ends.
    package let canGoOn: Bool

    /// The interruption in a line.
    package var text: String {
        let what = reason.isEmpty ? cause : "\(cause) (\(reason))"
        let names = (players.items + (players.more.map { [$0] } ?? [])).joined(separator: ", ")
        return names.isEmpty
            ? translated("\(what) since \(since)") : translated("\(what) since \(since) holds \(names)")
    }

    /// How it ends, for people.
    package var end: String {
        canGoOn ? translated("goes on when you resume it") : translated("it ends by itself")
    }
}

extension PageHold {
    /// The most players of one that are named.
    private static let mostPlayers = 20

    init(_ interruption: ActiveInterruption) {
        let names = interruption.players.prefix(Self.mostPlayers).map { BoundedText.shown(ResponderName.short($0)) }
        self.init(
            id: interruption.id, cause: BoundedText.shown(interruption.source),
            since: ClockText(sinceBoot: interruption.since).second(),
            reason: BoundedText.shown(interruption.reason),
            players: BoundedList(names, of: interruption.players.count),
            canGoOn: interruption.source == InterruptionCause.manual.rawValue && !interruption.players.isEmpty)
    }
}
