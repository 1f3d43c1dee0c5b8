// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus
internal import BatonReactor

/// What org.baton.Baton1.Application has about undoing: the same as a shake and a choice, with the same guards (design §5).
@MainActor
final class UndoControl {
    private let offer: UndoOffer
    private let sandbox: SandboxCheck
    private let reactor: Reactor
    private var uses = RateLimit(count: 20, per: .seconds(10))

    init(offer: UndoOffer, sandbox: SandboxCheck, reactor: Reactor) {
        self.offer = offer
        self.sandbox = sandbox
        self.reactor = reactor
    }

    var methods: [Method] {
        [
            Method("Undo", in: [], out: [Argument("outcome", "s"), Argument("reason", "s")]) { [weak self] in
                self?.perform(.undo, $0)
            },
            Method("Redo", in: [], out: [Argument("outcome", "s"), Argument("reason", "s")]) { [weak self] in
                self?.perform(.redo, $0)
            },
        ]
    }

    var properties: [Property] {
        [Property("UndoOffered", "b") { [weak self] in .boolean(self?.isOffered ?? false) }]
    }

    /// Whether a question is open that ``methods`` answer.
    var isOffered: Bool { offer.isAsking }

    private func perform(_ operation: UndoOperation, _ call: Invocation) {
        guard uses.allows(at: reactor.now) else {
            return call.fail(DBusError(.limitsExceeded, "undo is asked for too often; wait ten seconds"))
        }
        sandbox.isUnconfined(call.sender) { [weak self] isUnconfined in
            guard isUnconfined, let self else {
                return call.fail(DBusError(.accessDenied, "a sandboxed app may not undo in others; use batonctl"))
            }
            offer.perform(operation) { call.reply(.string($0.word), .string($0.reason ?? "")) }
        }
    }
}
