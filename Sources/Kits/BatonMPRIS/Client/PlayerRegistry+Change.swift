// SPDX-License-Identifier: Apache-2.0

public import BatonDBus
import BatonValues

extension PlayerRegistry {
    /// What a registry tells of its players.
    ///
    /// For example:
    /// ```swift
    /// func tell(_ change: PlayerRegistry.Change) {
    ///     switch change {
    ///     case .answered(let player): print("\(player.identity) is there")
    ///     case .vanished(let player, _): print("\(player.identity) is gone")
    ///     default: break
    ///     }
    /// }
    /// ```
    public enum Change {
        /// A name has an owner. Nothing else is known about the player then.
        case appeared(Player)
        /// The player has answered for the first time since its name has this owner. Also told when it has not answered within
        /// ``PlayerRegistry/deadline``; then ``Player/isAnswered`` is false, and this is told again when it answers.
        case answered(Player)
        /// Properties have new values. For those of the first answer it is told before ``answered(_:)``.
        case changed(Player, PropertyUpdate)
        /// The player sent another signal than PropertiesChanged; its position is updated.
        case signalled(Player, PlayerSignal)
        /// ``Player/isSuspect`` has changed.
        case suspicion(Player)
        /// The name has no owner any more. If the owner had another name, whose player was an alias of this one, that player is
        /// the heir: its ``Player/isAlias`` is false now.
        case vanished(Player, heir: Player?)
        /// The name has another owner, without a time in between when it had none. Nothing is known about the new owner yet; it is
        /// asked. The heir is as in ``vanished(_:heir:)``.
        case ownerReplaced(Player, old: BusName, heir: Player?)
        /// A message of a player was not used.
        case problem(Player, PlayerProblem)
        /// A name is left out because there are that many players; told again only after one has left.
        case full(limit: Int)
        /// All players that were there at ``PlayerRegistry/start()`` have answered or are late.
        case settled
    }

    /// Keeps an observer of a registry: the observer is removed when this is let go or cancelled.
    ///
    /// For example:
    /// ```swift
    /// let observation = registry.observe { change in print(change) }
    /// registry.start()
    /// // Later:
    /// observation.cancel()
    /// ```
    public struct Observation {
        fileprivate let observation: BatonValues.Observation

        /// Removes the observer. Further calls do nothing.
        public func cancel() { observation.cancel() }
    }

    /// Adds an observer, which is called after those before it. It is called in the turns of the reactor, as long as the result is
    /// kept and not cancelled.
    ///
    /// An observer may add and remove observers. One that it adds is told of the next change first.
    public func observe(_ observer: @escaping (Change) -> Void) -> Observation {
        Observation(observation: observers.observe(observer))
    }

    func tell(_ change: Change) { observers.tell(change) }
}
