// SPDX-License-Identifier: Apache-2.0

package import BatonReactor
import BatonSession
package import BatonSettings

/// Holds commands back while a player that has just appeared has not reported its state yet (rule MPRIS20).
///
/// The wait for a player is at most `[routing] start-wait`. A player that was late is not waited for again until it has
/// answered, and neither is another name of its connection: a program that hangs, or whose names come and go, delays
/// commands only the first time. All waits in vain of a minute are bounded, too, whichever programs cause them (rule
/// MPRIS81).
@MainActor
package final class FirstAnswers: AgentPart {
    private struct Wait {
        let timer: ReactorTimer
        let connection: String
        let since: Duration
    }

    /// Stands for the list of names, which the first command waits for.
    package static let nameList = ""

    private let reactor: Reactor
    private let hold: (Bool) -> Void
    /// The longest wait for a player; zero for no wait. A change applies to players that appear after it.
    package var longest: Duration
    private var pending: [String: Wait] = [:]
    /// The names and connections that were late.
    private var late: Set<String> = []
    /// How long commands would have waited in vain since `countedSince`.
    private var wasted = Duration.zero
    private var countedSince = Duration.zero
    /// Until when the waits in vain are counted.
    private var countedUntil = Duration.zero

    /// The largest number of late names and connections that are kept. At one more all are dropped. Larger: more memory.
    private static let lateLimit = 1024
    /// How many of the longest waits may be in vain in each ``window``. Larger: programs that never answer delay commands
    /// more often. Smaller: after fewer of them a player that starts to play may not get the very next command.
    private static let waitsInVain = 5
    private static let window = Duration.seconds(60)

    /// - Parameter hold: called with true when commands must wait, and with false when they may continue.
    package init(reactor: Reactor, longest: Duration, hold: @escaping (Bool) -> Void) {
        self.reactor = reactor
        self.longest = longest
        self.hold = hold
    }

    /// Whether the players that were on the bus at the start have not all answered yet. From then on nothing but commands
    /// has to wait.
    package var isStarting: Bool { pending[Self.nameList] != nil }

    /// Begins to wait for a player that appeared and was asked for its state.
    ///
    /// - Parameter connection: the player's; nil if the name stands for itself.
    package func expect(_ name: String, of connection: String? = nil) {
        let connection = connection ?? name
        guard pending[name] == nil, longest > .zero, !late.contains(name), !late.contains(connection),
            name == Self.nameList || mayWait
        else { return }
        let timer = reactor.schedule(after: longest) { [weak self] in self?.isLate(name) }
        pending[name] = Wait(timer: timer, connection: connection, since: reactor.now)
        hold(true)
    }

    /// Ends the wait for a player that has not answered: it was late, or has left the bus.
    package func settle(_ name: String) {
        guard let wait = pending[name] else { return }
        countInVain(since: wait.since)
        end(name)
    }

    /// Ends the wait for a player that answered. It is waited for again when it appears the next time.
    ///
    /// - Parameter connection: as for ``expect(_:of:)``.
    package func answered(_ name: String, of connection: String? = nil) {
        if !late.isEmpty {
            late.remove(name)
            late.remove(connection ?? name)
        }
        end(name)
    }

    /// Ends the wait for a player that did not answer in time.
    package func isLate(_ name: String) {
        guard let wait = pending[name] else { return }
        if late.count >= Self.lateLimit { late = [] }
        late.formUnion([name, wait.connection])
        settle(name)
    }

    private func end(_ name: String) {
        guard let wait = pending.removeValue(forKey: name) else { return }
        wait.timer.cancel()
        guard pending.isEmpty else { return }
        // Not the space that it took for all players of the start.
        pending = [:]
        hold(false)
    }

    private var mayWait: Bool {
        reactor.now - countedSince >= Self.window || wasted < longest * Self.waitsInVain
    }

    /// Counts a wait that brought no answer. Waits at the same time are one.
    private func countInVain(since begin: Duration) {
        let now = reactor.now
        if now - countedSince >= Self.window { (wasted, countedSince) = (.zero, now) }
        wasted += max(.zero, now - max(begin, countedUntil))
        countedUntil = now
    }

    package func apply(_ configuration: Configuration) { longest = configuration.routing.startWait }

    /// Ends all waits: no answer comes from a lost bus.
    package func busLost() {
        for name in Array(pending.keys) { end(name) }
    }

    /// Ends all waits, and waits for no player that appears from now on.
    package func close() {
        longest = .zero
        busLost()
    }
}
