// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonTranslation

/// The page *Now*: who gets the next press and why, the other players, what is held, what has happened.
///
/// What an agent does not tell, because it is older, is empty or nil here, and is left out of the page. All text is on
/// one line, short, and without what a screen would execute.
package struct NowPage: Equatable, Sendable {
    /// The most players that are shown, where nobody says otherwise: each may be a row of widgets.
    package static let mostPlayers = 50
    /// The most other names or interruptions that are shown.
    package static let mostOthers = 20

    /// Whether the agent answers.
    package let condition: AgentCondition
    /// Whether the page shows what was known before. It is shown greyed then.
    package let isOld: Bool
    /// Who gets the next press, and why, in a sentence; nil if it is not known.
    package let next: String?
    /// The chain, the first responder first.
    package let players: BoundedList<PagePlayer>
    /// What is pinned and does not run now, in words; nil if there is no such pin.
    package let absentPin: String?
    /// Why there is no player, as a sentence; nil if there is one, or if batond has not answered yet.
    package let nobody: String?
    /// The short names that get no events.
    package let ignored: BoundedList<String>
    /// What is held, by which interruption.
    package let holds: BoundedList<PageHold>
    /// What the sleep timer will do; nil when it is off.
    package let sleep: String?
    /// What has happened, the newest first; nil if the agent does not tell of it.
    package let events: [PageEvent]?

    /// Whether "hold" pauses something now; if not, it resumes what was held.
    package var canHold: Bool { players.items.contains(where: \.isPlaying) }

    /// The page before anything is known.
    package static let unknown = NowPage(NowFacts())
}

extension NowPage {
    /// Makes the page.
    package init(_ facts: NowFacts) {
        let state = facts.state
        let chain = state[ApplicationInterface.responders]
        let players = state.places(facts.mostPlayers).map { place in
            PagePlayer(place, track: facts.tracks[place.responder.id])
        }
        let (ignored, active) = (state[ApplicationInterface.ignored] ?? [], state[InterruptionsInterface.active] ?? [])
        let isKnown = chain != nil
        self.init(
            condition: facts.condition, isOld: facts.condition != .answering && isKnown,
            next: isKnown ? Self.next(players, facts.hidden) : nil,
            players: BoundedList(players, of: chain?.count ?? 0),
            absentPin: Self.absentPin(state, players),
            nobody: isKnown && players.isEmpty ? Self.nobody(facts.hidden) : nil,
            ignored: BoundedList(
                ignored.prefix(Self.mostOthers).map { BoundedText.shown(ResponderName.short($0)) }, of: ignored.count),
            holds: BoundedList(active.prefix(Self.mostOthers).map { PageHold($0) }, of: active.count),
            sleep: SleepSentence.text(state, now: facts.now), events: facts.history?.events)
    }

    private static func next(_ players: [PagePlayer], _ hidden: [String]) -> String {
        guard let first = players.first(where: \.isFirst) else {
            return hidden.isEmpty
                ? translated("Nobody gets the next press: there is no player.")
                : translated("Nobody gets the next press: Baton ignores \(names(hidden)).")
        }
        return first.reason.isEmpty
            ? translated("\(first.name) gets the next press.")
            : translated("\(first.name) gets the next press: \(first.reason).")
    }

    private static func nobody(_ hidden: [String]) -> String {
        hidden.isEmpty
            ? translated("No player runs.") : translated("No players found but what Baton ignores: \(names(hidden)).")
    }

    private static func names(_ ids: [String]) -> String {
        let shown = ids.prefix(mostOthers).map { BoundedText.shown(ResponderName.short($0)) }
        let list = BoundedList(shown, of: ids.count)
        return (list.items + (list.more.map { [$0] } ?? [])).joined(separator: ", ")
    }

    private static func absentPin(_ state: AgentState, _ players: [PagePlayer]) -> String? {
        let pin = BoundedText.shown(ResponderName.short(state[ApplicationInterface.pinned] ?? ""))
        guard !pin.isEmpty, !players.contains(where: \.isPinned) else { return nil }
        return translated("\(pin), which does not run now")
    }
}
