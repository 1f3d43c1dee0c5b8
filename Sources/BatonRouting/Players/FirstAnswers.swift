// SPDX-License-Identifier: Apache-2.0

package import BatonReactor
package import BatonSettings

/// Holds commands back while a player that has just appeared has not reported its state yet (rule MPRIS20).
///
/// The wait for a player is at most `[routing] start-wait`. A player that was late is not waited for again until it has
/// answered: so a player that hangs, or whose name comes and goes, delays commands only the first time.
@MainActor
package final class FirstAnswers: AgentPart {
    private let reactor: Reactor
    private let hold: (Bool) -> Void
    /// The longest wait for a player; zero for no wait. A change applies to players that appear after it.
    package var longest: Duration
    private var pending: [String: ReactorTimer] = [:]
    private var late: Set<String> = []

    /// The largest number of late names that are kept. At one more all are dropped. Larger: more memory.
    private static let lateLimit = 1024

    /// - Parameter hold: called with true when commands must wait, and with false when they may continue.
    package init(reactor: Reactor, longest: Duration, hold: @escaping (Bool) -> Void) {
        self.reactor = reactor
        self.longest = longest
        self.hold = hold
    }

    /// Begins to wait for a player that appeared and was asked for its state.
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

    /// Ends the wait for a player: it answered, failed, or has left the bus.
    package func settle(_ name: String) {
        guard let timer = pending.removeValue(forKey: name) else { return }
        timer.cancel()
        if pending.isEmpty { hold(false) }
    }

    /// Ends the wait for a player that answered. It is waited for again when it appears the next time.
    package func answered(_ name: String) {
        late.remove(name)
        settle(name)
    }

    package func apply(_ configuration: Configuration) { longest = configuration.routing.startWait }

    /// Ends all waits: no answer comes from a lost bus.
    package func busLost() {
        for name in Array(pending.keys) { settle(name) }
    }

    /// Ends all waits, and waits for no player that appears from now on.
    package func close() {
        longest = .zero
        busLost()
    }
}
