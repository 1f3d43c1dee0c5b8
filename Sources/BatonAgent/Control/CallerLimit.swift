// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus
internal import BatonReactor

/// Lets a method's callers through: none from a sandbox, and of all others together no more than so many in a time (design §5).
///
/// A sandboxed caller is refused before anything is counted: it cannot use up what belongs to the others.
@MainActor
final class CallerLimit {
    private let sandbox: SandboxCheck
    private let reactor: Reactor
    private let refusal: String
    private let excess: String
    private var limit: RateLimit

    /// - Parameters:
    ///   - refusal: what a sandboxed caller is told.
    ///   - excess: what somebody is told who came too often.
    init(_ limit: RateLimit, sandbox: SandboxCheck, reactor: Reactor, refusal: String, excess: String) {
        self.limit = limit
        self.sandbox = sandbox
        self.reactor = reactor
        self.refusal = refusal
        self.excess = excess
    }

    /// Calls `body`, now or in a later turn, or answers the call with an error.
    func admit(_ call: Invocation, _ body: @escaping () -> Void) {
        sandbox.isUnconfined(call.sender) { [weak self] isUnconfined in
            guard let self else { return call.fail(DBusError(.failed, "the agent is ending")) }
            guard isUnconfined else { return call.fail(DBusError(.accessDenied, refusal)) }
            guard limit.allows(at: reactor.now) else { return call.fail(DBusError(.limitsExceeded, excess)) }
            body()
        }
    }
}
