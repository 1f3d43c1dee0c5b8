// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonReactor
import BatonSession
import BatonUndo
import BatonValues

/// The members of org.baton.Baton1.Application about undo: the same as a shake and a choice, with the same guards (rule
/// UNDO23).
@MainActor
final class UndoControl {
    private let offer: UndoOffer
    private let delivery: UndoDelivery
    private let uses: CallerLimit
    private let consents: CallerLimit

    init(offer: UndoOffer, delivery: UndoDelivery, reactor: Reactor) {
        self.offer = offer
        self.delivery = delivery
        uses = CallerLimit(
            RateLimit(count: 20, per: .seconds(10)), reactor: reactor,
            excess: "undo is asked for too often; wait ten seconds")
        consents = CallerLimit(
            RateLimit(count: 5, per: .seconds(60)), reactor: reactor,
            excess: "consent is asked for too often; wait a minute")
    }

    private static let answer = [Argument("outcome", "s"), Argument("reason", "s"), Argument("details", "a{sv}")]

    var methods: [Method] {
        [
            Method(ApplicationMember.undo, in: [], out: Self.answer) {
                [weak self] in
                self?.perform(.undo, $0)
            },
            Method(ApplicationMember.redo, in: [], out: Self.answer) {
                [weak self] in
                self?.perform(.redo, $0)
            },
            Method(
                ApplicationMember.requestConsent, in: [Argument("route", "s")],
                out: Self.answer
            ) { [weak self] in self?.requestConsent($0) },
        ]
    }

    var properties: [Property] {
        [
            Property(ApplicationMember.undoOffered, "b", emitsChange: .invalidates) { [weak self] in
                .boolean(self?.isOffered ?? false)
            }
        ]
    }

    /// Whether a question is open that can be answered with ``methods``.
    var isOffered: Bool { offer.isAsking }

    private func perform(_ operation: UndoOperation, _ call: Invocation) {
        uses.admit(call) { [offer] in
            offer.perform(operation) { call.reply([.string($0.word.rawValue)] + Reason.values($0.reason)) }
        }
    }

    /// Makes the desktop ask the user for consent. Only a program outside a sandbox may start that.
    private func requestConsent(_ call: Invocation) {
        let name = call.arguments[0].asString ?? ""
        guard let route = delivery.allRoutes.first(where: { $0.name == name }) else {
            let known = delivery.allRoutes.map(\.name).joined(separator: ", ")
            return call.fail(DBusError(.invalidArguments, "there is no route '\(name)'; there are \(known)"))
        }
        consents.admit(call) {
            route.requestConsent { call.reply([.string($0.word.rawValue)] + Reason.values($0.reason)) }
        }
    }
}
