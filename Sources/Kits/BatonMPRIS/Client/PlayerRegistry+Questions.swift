// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor

/// Reading the players' properties.
extension PlayerRegistry {
    /// How long a reply may take; a later one is ignored. The player is suspect long before that.
    static let patience = Duration.seconds(60)
    /// How long a player is given beyond the deadline while its answer may be unread (rule MPRIS89).
    private static let grace = Duration.seconds(20)
    /// The waits before a player is asked again that has answered that it has no such object: many own their name
    /// before they export it.
    private static let askingAgain: [Duration] = [.milliseconds(50), .milliseconds(500), .seconds(2)]

    /// Reads all properties of a player that is new, or has a new owner.
    func ask(_ player: Player) {
        // An observer may have removed it.
        guard has(player) else { return }
        player.loaded = PlayerInterface.always
        // The root interface first, so that `Identity` is known when the player's state is.
        fetch(.root, of: player)
        fetch(.player, of: player)
    }

    /// Reads the properties again that a player has refused to tell.
    private func askRefused(_ player: Player) {
        guard has(player) else { return }
        for interface in [PlayerInterface.root, .player] where player.refused.contains(interface) {
            fetch(interface, of: player)
        }
    }

    /// Whether an answer of the player is expected soon: it was asked, or will be asked again in a moment.
    func isAwaited(_ player: Player) -> Bool {
        questions.contains(player) || player.askTimer?.isScheduled == true && player.denials <= 1
    }

    /// Reads all properties of an interface of a player.
    ///
    /// - Parameter isReview: whether they are known already. Then a player that is busy is not late, and an error is
    ///   no news.
    func fetch(_ interface: PlayerInterface, of player: Player, isReview: Bool = false) {
        let key = PropertyQuestions.Key(owner: player.owner, interface: interface)
        guard
            questions.add(
                player, interface, at: now, timer: { isReview ? nil : startTimer(for: player, interface) })
        else { return }
        connection.call(getAll(interface, of: player), within: Self.patience) { [weak self] result in
            guard let self else { return }
            for waiting in questions.end(key) {
                guard let player = waiting.player, player.owner == key.owner, has(player) else { continue }
                answered(player, interface, waiting.question, result, isReview: isReview)
                if waiting.asksAgain, has(player) { fetch(interface, of: player) }
            }
        }
    }

    /// A question for all properties of an interface.
    func getAll(_ interface: PlayerInterface, of player: Player) -> Message {
        let message = player.message(.properties, "GetAll")
        // Appending a name cannot fail.
        try? message.append(.string(interface.name.rawValue))
        return message
    }

    /// Reports at the deadline that the player is late. If its answer may have come and not be read yet, the bus is asked
    /// first, whose answer comes behind it (rule MPRIS89).
    private func startTimer(for player: Player, _ interface: PlayerInterface) -> ReactorTimer {
        let owner = player.owner
        let received = connection.received
        var isAsked = false
        // Weak, so that the handler does not keep its own timer alive.
        weak var timer: ReactorTimer?
        let started = connection.reactor.schedule(after: deadline, tolerance: .milliseconds(20)) {
            [weak self, weak player] in
            guard let self, let player, player.owner == owner, has(player) else { return }
            guard !isAsked, connection.mayBeUnread(since: received) else { return isLate(player, interface) }
            isAsked = true
            timer?.reschedule(at: now + Self.grace)
            let asked = timer
            connection.askBus(within: Self.grace) { [weak self, weak player, weak asked] in
                // The answer has cancelled it.
                guard let self, let player, let asked, asked.isScheduled else { return }
                asked.cancel()
                if player.owner == owner, has(player) { isLate(player, interface) }
            }
        }
        timer = started
        return started
    }

    private func isLate(_ player: Player, _ interface: PlayerInterface) {
        player.isSuspect = true
        tell(.problem(player, .noAnswer(interface, within: deadline)))
        if interface == .player, !player.isAnswered { tell(.answered(player)) }
        settle()
    }

    private func answered(
        _ player: Player, _ interface: PlayerInterface, _ question: PropertyQuestion,
        _ result: Result<Message, DBusError>, isReview: Bool
    ) {
        switch result {
        case .success(let answer):
            player.isSuspect = false
            player.refused.remove(interface)
            take(answer, of: interface, from: player, answering: question, isReview: isReview)
        case .failure(let error):
            player.isSuspect = error.name == .timeout
            if !isReview {
                tell(.problem(player, .refused(interface, error)))
                if noteRefusal(player, interface, error) { return settle() }
            }
        }
        if interface == .player, !player.isAnswered, !player.isSuspect {
            player.isAnswered = true
            tell(.answered(player))
        }
        settle()
    }

    /// Notes that a player does not tell the properties of an interface. One that has no such object yet is asked again.
    ///
    /// - Returns: whether its first answer is still to come.
    private func noteRefusal(_ player: Player, _ interface: PlayerInterface, _ error: DBusError) -> Bool {
        guard interface == .root || interface == .player && !player.isAnswered else { return false }
        player.refused.insert(interface)
        return Self.isDenial(error) && askAgainLater(player) && interface == .player
    }

    func take(
        _ answer: Message, of interface: PlayerInterface, from player: Player, answering question: PropertyQuestion,
        isReview: Bool
    ) {
        do throws(DBusError) {
            guard case .dictionary(let all)? = try answer.arguments().first else { return }
            apply(all.entries, of: interface, to: player, answering: question, isReview: isReview)
        } catch {
            tell(.problem(player, .refused(interface, error)))
        }
    }

    /// Whether the error may be temporary: the object or interface is perhaps not exported yet, or the bus has too many
    /// calls under way to deliver this one.
    private static func isDenial(_ error: DBusError) -> Bool {
        [.unknownObject, .unknownMethod, .unknownInterface, .limitsExceeded].contains(error.name)
    }

    /// Schedules the next question to the player; false when it was asked often enough.
    ///
    /// From the second time on commands do not wait for it any more; it counts as a player without known properties.
    private func askAgainLater(_ player: Player) -> Bool {
        guard player.askTimer?.isScheduled != true else { return true }
        guard player.denials < Self.askingAgain.count else { return false }
        let wait = Self.askingAgain[player.denials]
        player.denials += 1
        player.askTimer = connection.reactor.schedule(after: wait, tolerance: wait / 10) { [weak self, weak player] in
            guard let self, let player else { return }
            player.wasAskedEarly = false
            askRefused(player)
        }
        if player.denials == 2, !player.isAnswered { tell(.answered(player)) }
        return true
    }

    /// Asks a player again that had no object a moment ago and has sent a signal now, so it probably has one.
    ///
    /// The scheduled question stays, because some players send signals before they export their object. Between two
    /// scheduled questions this asks once only.
    func askAgainNow(_ player: Player) {
        guard player.askTimer?.isScheduled == true, !player.wasAskedEarly else { return }
        player.wasAskedEarly = true
        askRefused(player)
    }

    /// Updates the cache of a player, and plans what has to be read again.
    ///
    /// - Parameters:
    ///   - question: as in ``Player/apply(_:of:answering:at:problem:)``.
    ///   - isReview: whether it is the answer of a review. What that finds is not reviewed again.
    func apply(
        _ entries: [DBusDictionary.Entry], of interface: PlayerInterface, to player: Player,
        answering question: PropertyQuestion? = nil, isReview: Bool = false
    ) {
        let update = player.apply(
            entries, of: interface, answering: question, at: now, problem: { tell(.problem(player, $0)) })
        if update.isContradicted { askAgain(interface, of: player) }
        if !isReview, update.isOtherTrack || update.changed.contains(.playbackStatus) { review(player) }
        if !update.isEmpty { tell(.changed(player, update)) }
        if let position = update.settledJump, has(player) { tell(.signalled(player, .seeked(position))) }
    }
}
