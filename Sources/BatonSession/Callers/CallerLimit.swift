// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
package import BatonReactor

/// Lets a method's callers through: of all together no more than so many in a time.
///
/// Who may call at all the ``AccessTable`` says; a caller that it refuses is not counted here, and uses up nothing.
@MainActor
package final class CallerLimit {
    private let reactor: Reactor
    private let excess: String
    private var limit: RateLimit

    /// - Parameter excess: what a caller is told that comes too often.
    package init(_ limit: RateLimit, reactor: Reactor, excess: String) {
        self.limit = limit
        self.reactor = reactor
        self.excess = excess
    }

    /// Calls `body`, or answers the call with an error.
    package func admit(_ call: Invocation, _ body: () -> Void) {
        guard limit.allows(at: reactor.now) else { return call.fail(DBusError(.limitsExceeded, excess)) }
        body()
    }
}

/// Lets so many through in a window of time, over all callers: for methods that change what other programs see.
package struct RateLimit: Sendable {
    let count: Int
    let window: Duration
    private var started = Duration.zero
    private var used = 0

    package init(count: Int, per window: Duration) {
        self.count = count
        self.window = window
    }

    mutating func allows(at now: Duration) -> Bool {
        if now - started >= window || now < started {
            started = now
            used = 0
        }
        used += 1
        return used <= count
    }
}
