// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus
internal import BatonReactor

/// What org.baton.Baton1.Application has about undoing: the same as a shake and a choice, with the same guards (design §5).
@MainActor
final class UndoControl {
    private let offer: UndoOffer
    private let sandbox: SandboxCheck
    private let reactor: Reactor
    private let delivery: UndoDelivery
    private var uses = RateLimit(count: 20, per: .seconds(10))
    private var consents = RateLimit(count: 5, per: .seconds(60))

    init(offer: UndoOffer, delivery: UndoDelivery, sandbox: SandboxCheck, reactor: Reactor) {
        self.offer = offer
        self.delivery = delivery
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
            Method(
                "RequestConsent", in: [Argument("route", "s")],
                out: [Argument("outcome", "s"), Argument("reason", "s")]
            ) { [weak self] in self?.requestConsent($0) },
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

    /// Has the desktop ask the user. Only a program of the user's own may start that.
    private func requestConsent(_ call: Invocation) {
        let name = call.arguments[0].asString ?? ""
        guard let route = delivery.allRoutes.first(where: { $0.name == name }) else {
            let known = delivery.allRoutes.map(\.name).joined(separator: ", ")
            return call.fail(DBusError(.invalidArguments, "there is no route '\(name)'; there are \(known)"))
        }
        guard consents.allows(at: reactor.now) else {
            return call.fail(DBusError(.limitsExceeded, "consent is asked for too often; wait a minute"))
        }
        sandbox.isUnconfined(call.sender) { isUnconfined in
            guard isUnconfined else {
                return call.fail(DBusError(.accessDenied, "a sandboxed app may not ask for that; use batonctl setup"))
            }
            route.requestConsent { call.reply(.string($0.word), .string($0.reason ?? "")) }
        }
    }
}
