// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus
internal import BatonReactor

/// Asking players for their properties.
extension PlayerRegistry {
    /// Late answers are waited for this long.
    private static let patience = Duration.seconds(60)
    /// How long a player is given beyond the deadline while our own messages lie unread.
    private static let grace = Duration.seconds(4)
    /// When a player that says it has no such object is asked again: many own their name before they export it.
    private static let askingAgain: [Duration] = [.milliseconds(50), .milliseconds(500), .seconds(2)]

    /// Asks a player that is new, or has a new owner, for everything.
    func ask(_ player: Player) {
        // A handler may have dropped it.
        guard has(player) else { return }
        player.loaded = [.root, .player]
        // The root first: who answers has a name that people know.
        fetch(.root, of: player)
        fetch(.player, of: player)
    }

    /// Whether an answer of the player is near: it is being asked, or asked again at once.
    func isAwaited(_ player: Player) -> Bool {
        questions.contains(player) || player.askTimer?.isScheduled == true && player.denials <= 1
    }

    /// Asks a player for all properties of an interface.
    func fetch(_ interface: PlayerInterface, of player: Player) {
        let key = PropertyQuestions.Key(owner: player.owner, interface: interface)
        guard questions.add(player, interface, timer: { startTimer(for: player, interface) }) else { return }
        let message = player.message(PlayerInterface.properties, "GetAll")
        // A name always fits.
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

    /// Tells at the deadline that the player is late, unless the answer may lie unread: that would be our own delay.
    private func startTimer(for player: Player, _ interface: PlayerInterface) -> ReactorTimer {
        let owner = player.owner
        let last = now + deadline + Self.grace
        // The handler must not keep its own timer alive.
        weak var timer: ReactorTimer?
        let started = connection.reactor.schedule(after: deadline, tolerance: .milliseconds(20)) {
            [weak self, weak player] in
            guard let self, let player, player.owner == owner, has(player) else { return }
            if connection.hasUnreadInput, now < last {
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

    /// The object, or its interface, is not there: perhaps not yet. Or the bus had too many calls under way to pass this one on:
    /// there are fewer in a moment.
    private static func isDenial(_ error: DBusError) -> Bool {
        [.unknownObject, .unknownMethod, .unknownInterface, .limitsExceeded].contains(error.name)
    }

    /// Plans to ask the player again; false when it was asked often enough.
    ///
    /// From the second time on it counts as a player that tells nothing: commands wait for it no longer.
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

    /// A player that had no object a moment ago has said something: it has one now.
    ///
    /// The question that is planned stays: some talk before their object is there. Once between two planned ones is enough.
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
