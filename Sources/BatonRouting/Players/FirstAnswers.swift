// SPDX-License-Identifier: Apache-2.0

package import BatonReactor
package import BatonSettings

/// Holds commands back while somebody who has just appeared has not told its state yet (design §4).
///
/// Each is waited for once, `[routing] start-wait` at most: a name that flaps, or a player that hangs, delays commands
/// only the first time.
@MainActor
package final class FirstAnswers: AgentPart {
    private let reactor: Reactor
    private let hold: (Bool) -> Void
    /// How long a name is waited for at most; zero for not at all. A change counts for the names that come after it.
    package var longest: Duration
    private var pending: [String: ReactorTimer] = [:]
    private var late: Set<String> = []

    /// Names that were late are remembered up to this many.
    private static let lateLimit = 1024

    /// - Parameter hold: called with true when commands have to wait, and with false when they may go on.
    package init(reactor: Reactor, longest: Duration, hold: @escaping (Bool) -> Void) {
        self.reactor = reactor
        self.longest = longest
        self.hold = hold
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
        hold(true)
    }

    /// It answered, failed to, or is gone.
    package func settle(_ name: String) {
        guard let timer = pending.removeValue(forKey: name) else { return }
        timer.cancel()
        if pending.isEmpty { hold(false) }
    }

    /// It answered: it may be waited for again.
    package func answered(_ name: String) {
        late.remove(name)
        settle(name)
    }

    package func apply(_ configuration: Configuration) { longest = configuration.routing.startWait }

    /// Nothing that was asked is answered any more.
    package func busLost() {
        for name in Array(pending.keys) { settle(name) }
    }

    /// Commands go on with what is known, and wait for no player that comes from now on.
    package func close() {
        longest = .zero
        busLost()
    }
}
