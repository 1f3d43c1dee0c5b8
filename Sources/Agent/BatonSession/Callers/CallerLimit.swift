// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
package import BatonReactor
package import BatonValues

/// Limits the rate of calls to a method, over all callers together.
///
/// The ``AccessTable`` decides first which callers may call at all. A call that it refuses does not count here.
@MainActor
package final class CallerLimit {
    private let reactor: Reactor
    private let excess: String
    private var limit: RateLimit

    /// - Parameter excess: the text of the error for calls above the limit.
    package init(_ limit: RateLimit, reactor: Reactor, excess: String) {
        self.limit = limit
        self.reactor = reactor
        self.excess = excess
    }

    /// Calls `body`, or answers the call with `LimitsExceeded`.
    package func admit(_ call: Invocation, _ body: () -> Void) {
        guard limit.allows(at: reactor.now) else { return call.fail(DBusError(.limitsExceeded, excess)) }
        body()
    }
}
