// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus
internal import BatonReactor

/// Lets a method's callers through: of all together no more than so many in a time.
///
/// Who may call at all the ``AccessTable`` says; a caller that it refuses is not counted here, and uses up nothing.
@MainActor
final class CallerLimit {
    private let reactor: Reactor
    private let excess: String
    private var limit: RateLimit

    /// - Parameter excess: what a caller is told that comes too often.
    init(_ limit: RateLimit, reactor: Reactor, excess: String) {
        self.limit = limit
        self.reactor = reactor
        self.excess = excess
    }

    /// Calls `body`, or answers the call with an error.
    func admit(_ call: Invocation, _ body: () -> Void) {
        guard limit.allows(at: reactor.now) else { return call.fail(DBusError(.limitsExceeded, excess)) }
        body()
    }
}
