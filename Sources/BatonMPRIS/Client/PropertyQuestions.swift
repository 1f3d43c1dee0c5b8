// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus
internal import BatonReactor

/// The questions for properties that are on their way: one for each connection and interface at most.
///
/// The bus keeps a place for each question until it is answered, and gives us a limited number of them. All players of one
/// connection are one object, so that they share a question; a name that comes and goes while its owner is silent asks no
/// second one.
final class PropertyQuestions {
    /// What is asked, and of whom.
    struct Key: Hashable {
        let owner: BusName
        let interface: PlayerInterface
    }

    /// A player that waits for the answer.
    struct Waiting {
        weak var player: Player?
        /// Tells at the deadline that the player is late.
        let timer: ReactorTimer
        /// Something changed after the question was sent, so that the answer may be old.
        var asksAgain = false
    }

    private var waiting: [Key: [Waiting]] = [:]

    /// Adds a player to those that wait.
    ///
    /// - Parameter timer: made when the player does not wait yet.
    /// - Returns: whether the question has to be sent.
    func add(_ player: Player, _ interface: PlayerInterface, timer: () -> ReactorTimer) -> Bool {
        let key = Key(owner: player.owner, interface: interface)
        // Also when nobody waits any more: the question is on its way still.
        let isAsked = waiting[key] != nil
        var present = waiting[key] ?? []
        if let index = present.firstIndex(where: { $0.player === player }) {
            present[index].asksAgain = true
            waiting[key] = present
            return false
        }
        present.append(Waiting(player: player, timer: timer()))
        waiting[key] = present
        return !isAsked
    }

    /// Whether the player waits for the answer to any question.
    func contains(_ player: Player) -> Bool {
        !waiting.isEmpty
            && PlayerInterface.allCases.contains { interface in
                waiting[Key(owner: player.owner, interface: interface)]?.contains { $0.player === player } ?? false
            }
    }

    /// The answer came, or does not come: those that waited for it. Their timers are cancelled.
    func end(_ key: Key) -> [Waiting] {
        let present = waiting.removeValue(forKey: key) ?? []
        for one in present { one.timer.cancel() }
        return present
    }

    /// The player is gone, or has another owner; the question stays on its way.
    func forget(_ player: Player, of owner: BusName) {
        for interface in PlayerInterface.allCases {
            let key = Key(owner: owner, interface: interface)
            guard let index = waiting[key]?.firstIndex(where: { $0.player === player }) else { continue }
            waiting[key]?[index].timer.cancel()
            waiting[key]?.remove(at: index)
        }
    }
}
