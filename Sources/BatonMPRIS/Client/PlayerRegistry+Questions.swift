// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor

/// Reading the players' properties.
extension PlayerRegistry {
    /// How long a reply may take; a later one is ignored. The player is suspect long before that.
    private static let patience = Duration.seconds(60)
    /// How long a player is given beyond the deadline while this process has unread messages.
    private static let grace = Duration.seconds(4)
    /// The waits before a player is asked again that has answered that it has no such object: many own their name
    /// before they export it.
    private static let askingAgain: [Duration] = [.milliseconds(50), .milliseconds(500), .seconds(2)]

    /// Reads all properties of a player that is new, or has a new owner.
    func ask(_ player: Player) {
        // A handler may have removed it.
        guard has(player) else { return }
        player.loaded = [.root, .player]
        // The root interface first, so that `Identity` is known when the player's state is.
        fetch(.root, of: player)
        fetch(.player, of: player)
    }

    /// Whether an answer of the player is expected soon: it was asked, or will be asked again in a moment.
    func isAwaited(_ player: Player) -> Bool {
        questions.contains(player) || player.askTimer?.isScheduled == true && player.denials <= 1
    }

    /// Reads all properties of an interface of a player.
    func fetch(_ interface: PlayerInterface, of player: Player) {
        let key = PropertyQuestions.Key(owner: player.owner, interface: interface)
        guard questions.add(player, interface, timer: { startTimer(for: player, interface) }) else { return }
        let message = player.message(PlayerInterface.properties, "GetAll")
        // Appending a name cannot fail.
        try? message.append(.string(interface.name.rawValue))
        connection.call(message, within: Self.patience) { [weak self] result in
            guard let self else { return }
            for waiting in questions.end(key) {
                guard let player = waiting.player, player.owner == key.owner, has(player) else { continue }
                answered(player, interface, result)
                if waiting.asksAgain, has(player) { fetch(interface, of: player) }
            }
        }
    }

    /// Reports at the deadline that the player is late. While there are unread messages, which may contain the reply, or
    /// unwritten ones, the report waits.
    private func startTimer(for player: Player, _ interface: PlayerInterface) -> ReactorTimer {
        let owner = player.owner
        let last = now + deadline + Self.grace
        // Weak, so that the handler does not keep its own timer alive.
        weak var timer: ReactorTimer?
        let started = connection.reactor.schedule(after: deadline, tolerance: .milliseconds(20)) {
            [weak self, weak player] in
            guard let self, let player, player.owner == owner, has(player) else { return }
            if connection.isBehind, now < last {
                timer?.reschedule(at: now + .milliseconds(10))
            } else {
                isLate(player, interface)
            }
        }
        timer = started
        return started
    }

    private func isLate(_ player: Player, _ interface: PlayerInterface) {
        player.isSuspect = true
        onProblem?(player, .noAnswer(interface, within: deadline))
        if interface == .player, !player.isAnswered { onAnswer?(player) }
        settle()
    }

    private func answered(_ player: Player, _ interface: PlayerInterface, _ result: Result<Message, DBusError>) {
        switch result {
        case .success(let answer):
            player.isSuspect = false
            take(answer, of: interface, from: player)
        case .failure(let error):
            player.isSuspect = error.name == .timeout
            onProblem?(player, .refused(interface, error))
            if interface == .player, !player.isAnswered, Self.isDenial(error), askAgainLater(player) { return settle() }
        }
        if interface == .player, !player.isAnswered, !player.isSuspect {
            player.isAnswered = true
            onAnswer?(player)
        }
        settle()
    }

    private func take(_ answer: Message, of interface: PlayerInterface, from player: Player) {
        do throws(DBusError) {
            guard case .dictionary(let all)? = try answer.arguments().first else { return }
            apply(all.entries, of: interface, to: player, isComplete: true)
        } catch {
            onProblem?(player, .refused(interface, error))
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
            guard let self, let player, !player.isAnswered else { return }
            player.wasAskedEarly = false
            ask(player)
        }
        if player.denials == 2 { onAnswer?(player) }
        return true
    }

    /// Asks a player again that had no object a moment ago and has sent a signal now, so it probably has one.
    ///
    /// The scheduled question stays, because some players send signals before they export their object. Between two
    /// scheduled questions this asks once only.
    func askAgainNow(_ player: Player) {
        guard player.askTimer?.isScheduled == true, !player.wasAskedEarly else { return }
        player.wasAskedEarly = true
        ask(player)
    }

    func apply(
        _ entries: [DBusDictionary.Entry], of interface: PlayerInterface, to player: Player, isComplete: Bool
    ) {
        let update = player.apply(
            entries, of: interface, isComplete: isComplete, at: connection.reactor.now,
            problem: { onProblem?(player, $0) })
        if !update.isEmpty { onChange?(player, update) }
    }
}
