// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor

/// When a question for properties was sent, which tells how old its answer is (rule MPRIS56).
struct PropertyQuestion {
    /// Its number among the questions to the player and the signals of it.
    let number: UInt64
    let time: Duration
}

/// The calls of GetAll that are not answered yet: at most one for each connection and interface.
///
/// The bus stores each call until it is answered, and stores only a limited number for one connection. All players of
/// one owner are one object, so they share a call. A name that comes and goes while its owner does not answer causes no
/// second call.
final class PropertyQuestions {
    /// An owner, and the interface whose properties it is asked for.
    struct Key: Hashable {
        let owner: BusName
        let interface: PlayerInterface
    }

    /// A player that waits for the reply.
    struct Waiting {
        weak var player: Player?
        let question: PropertyQuestion
        /// Fires at the deadline; nil if no deadline counts.
        let timer: ReactorTimer?
        /// Whether properties changed after the call was sent, so that the reply may be out of date.
        var asksAgain = false
    }

    private var waiting: [Key: [Waiting]] = [:]

    /// Adds a player to those that wait for a reply.
    ///
    /// - Parameter timer: makes the timer; called if the player does not wait yet.
    /// - Returns: whether the call has to be sent.
    func add(_ player: Player, _ interface: PlayerInterface, at now: Duration, timer: () -> ReactorTimer?) -> Bool {
        let key = Key(owner: player.owner, interface: interface)
        // True also when no player waits any more, because the call is still under way.
        let isAsked = waiting[key] != nil
        var present = waiting[key] ?? []
        if let index = present.firstIndex(where: { $0.player === player }) {
            present[index].asksAgain = true
            waiting[key] = present
            return false
        }
        let question = PropertyQuestion(number: player.nextNumber(), time: now)
        present.append(Waiting(player: player, question: question, timer: timer()))
        waiting[key] = present
        return !isAsked
    }

    /// Whether the player waits for any reply.
    func contains(_ player: Player) -> Bool {
        !waiting.isEmpty
            && PlayerInterface.allCases.contains { interface in
                waiting[Key(owner: player.owner, interface: interface)]?.contains { $0.player === player } ?? false
            }
    }

    /// Ends a call. Returns the players that waited for it, and cancels their timers.
    func end(_ key: Key) -> [Waiting] {
        let present = waiting.removeValue(forKey: key) ?? []
        // Not the space that it took when all players were asked at once.
        if waiting.isEmpty { waiting = [:] }
        for one in present { one.timer?.cancel() }
        return present
    }

    /// Removes a player that is gone, or has another owner. The call stays under way.
    func forget(_ player: Player, of owner: BusName) {
        for interface in PlayerInterface.allCases {
            let key = Key(owner: owner, interface: interface)
            guard let index = waiting[key]?.firstIndex(where: { $0.player === player }) else { continue }
            waiting[key]?[index].timer?.cancel()
            waiting[key]?.remove(at: index)
        }
    }
}
