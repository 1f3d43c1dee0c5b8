// SPDX-License-Identifier: Apache-2.0

internal import BatonReactor

/// Holds commands back while somebody who has just appeared has not told its state yet (design §4).
///
/// Each is waited for once, `[routing] start-wait` at most: a name that flaps, or a player that hangs, delays commands
/// only the first time.
@MainActor
final class FirstAnswers {
    private let reactor: Reactor
    private let intake: CommandIntake
    /// How long a name is waited for at most; zero for not at all. A change counts for the names that come after it.
    var longest: Duration
    private var pending: [String: ReactorTimer] = [:]
    private var late: Set<String> = []

    /// Names that were late are remembered up to this many.
    private static let lateLimit = 1024

    init(reactor: Reactor, intake: CommandIntake, longest: Duration) {
        self.reactor = reactor
        self.intake = intake
        self.longest = longest
    }

    /// Somebody appeared and was asked.
    func expect(_ name: String) {
        guard pending[name] == nil, !late.contains(name), longest > .zero else { return }
        pending[name] = reactor.schedule(after: longest) { [weak self] in
            guard let self else { return }
            if late.count >= Self.lateLimit { late = [] }
            late.insert(name)
            settle(name)
        }
        intake.setHolding(true)
    }

    /// It answered, failed to, or is gone.
    func settle(_ name: String) {
        guard let timer = pending.removeValue(forKey: name) else { return }
        timer.cancel()
        if pending.isEmpty { intake.setHolding(false) }
    }

    /// It answered: it may be waited for again.
    func answered(_ name: String) {
        late.remove(name)
        settle(name)
    }

    /// The bus is gone: nobody answers any more.
    func removeAll() {
        for name in Array(pending.keys) { settle(name) }
    }
}
