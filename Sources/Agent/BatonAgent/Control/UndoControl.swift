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
final class UndoControl: ControlMembers {
    private let offer: UndoOffer
    private let delivery: UndoDelivery
    private let changes: ChangedProperties
    private var observation: Observation?
    private var toldOffered = false
    private let uses: CallerLimit
    private let consents: CallerLimit

    init(offer: UndoOffer, delivery: UndoDelivery, changes: ChangedProperties, reactor: Reactor) {
        self.offer = offer
        self.changes = changes
        self.delivery = delivery
        uses = CallerLimit(
            RateLimit(count: 20, per: .seconds(10)), reactor: reactor,
            excess: "undo is asked for too often; wait ten seconds")
        consents = CallerLimit(
            RateLimit(count: 5, per: .seconds(60)), reactor: reactor,
            excess: "consent is asked for too often; wait a minute")
        observation = offer.observe { [weak self] in self?.offerChanged($0) }
    }

    var methods: [Method] {
        [
            ApplicationInterface.undo.served { [weak self] call, _ in self?.perform(.undo, call) },
            ApplicationInterface.redo.served { [weak self] call, _ in self?.perform(.redo, call) },
            ApplicationInterface.requestConsent.served { [weak self] in self?.requestConsent($1, $0) },
        ]
    }

    var properties: [Property] {
        [ApplicationInterface.undoOffered.served { [offer] in offer.isAsking }]
    }

    /// Signals whether a question is open, which ``methods`` can answer.
    private func offerChanged(_ change: UndoOffer.Change) {
        guard case .asking = change, offer.isAsking != toldOffered else { return }
        toldOffered = offer.isAsking
        changes.tell(BatonBus.application, [ApplicationInterface.undoOffered.name])
    }

    private typealias Answer = TypedCall<(String, String, ReasonDetails)>

    private func perform(_ operation: UndoOperation, _ call: Answer) {
        uses.admit(call.invocation) { [offer] in
            offer.perform(operation) { Self.reply($0.word, $0.reason, call) }
        }
    }

    /// Makes the desktop ask the user for consent. Only a program outside a sandbox may start that.
    private func requestConsent(_ name: String, _ call: Answer) {
        guard let route = delivery.allRoutes.first(where: { $0.name == name }) else {
            let known = delivery.allRoutes.map(\.name).joined(separator: ", ")
            return call.fail(
                DBusError(.invalidArguments, "there is no route '\(name)'; there are \(known)"))
        }
        consents.admit(call.invocation) {
            route.requestConsent { Self.reply($0.word, $0.reason, call) }
        }
    }

    private static func reply(_ word: OutcomeWord, _ reason: Reason?, _ call: Answer) {
        let (code, details) = Reason.words(reason)
        call.reply((word.rawValue, code, details))
    }
}
