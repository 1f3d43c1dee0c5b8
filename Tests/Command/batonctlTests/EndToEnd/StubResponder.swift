// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus

/// A responder of a ``StubAgent``.
struct StubResponder {
    let id: String
    let identity: String
    let status: String
    let isSuspect: Bool
    let reason: String

    /// What GetAll tells of a chain.
    static func properties(first: String, _ responders: [StubResponder]) -> [String: Value] {
        [
            ApplicationInterface.firstResponder.name.rawValue: .string(first),
            ApplicationInterface.responders.name.rawValue: responders.map {
                ListedResponder(id: $0.id, identity: $0.identity, status: $0.status, isSuspect: $0.isSuspect)
            }.wire,
            ApplicationInterface.reasons.name.rawValue: PlaceReasons(responders.map { ($0.id, $0.reason) }).wire,
        ]
    }
}
