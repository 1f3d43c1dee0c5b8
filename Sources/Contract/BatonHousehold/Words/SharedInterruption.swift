// SPDX-License-Identifier: Apache-2.0

package import BatonJSON

/// An interruption that a host tells the others of: a call, most of all.
///
/// For example:
/// ```swift
/// household.tell(interruptions: [SharedInterruption(id: "7", cause: "call", reason: "Zoom")], at: reactor.now)
/// ```
package struct SharedInterruption: Hashable, Sendable {
    /// The most that a host tells at once, and that is read of one.
    package static let most = 32

    /// What tells it from others of this host; it is never used again.
    package var id: String
    /// The cause as a code, such as `call`.
    package var cause: String
    /// What people read, such as the name of the calling program.
    package var reason: String

    /// Makes one. `id` and `cause` are codes: letters, digits and `-`.
    package init(id: String, cause: String, reason: String) {
        self.id = id
        self.cause = cause
        self.reason = reason
    }

    /// Reads what a host says; nil if its identifier or cause is no code.
    package init?(_ value: JSONValue) {
        guard let id = value["id"]?.asString, HouseholdText.isCode(id), let cause = value["cause"]?.asString,
            HouseholdText.isCode(cause)
        else { return nil }
        self.init(id: id, cause: cause, reason: HouseholdText.bounded(value["reason"]?.asString ?? "", to: 256))
    }

    /// As it is told.
    package var json: JSONValue {
        .object(["id": .string(id), "cause": .string(cause), "reason": .string(reason)])
    }

    /// All that a host tells; nil if the text is no list.
    package static func list(_ value: JSONValue) -> [SharedInterruption]? {
        guard case .array(let elements) = value else { return nil }
        var seen: Set<String> = []
        return elements.prefix(most).compactMap { SharedInterruption($0) }.filter { seen.insert($0.id).inserted }
    }
}
