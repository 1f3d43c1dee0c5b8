// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// One row of the agent's `Doctor`, as it is on the bus: codes and details. BatonDoctor puts it into words.
package struct DoctorFinding: WireValue, Equatable, Sendable {
    package static var signature: Signature { "(ssssa{sv})" }

    /// A word of ``DoctorSection``, or of a newer agent.
    package let section: String
    package let name: String
    /// A word of `DoctorState`, or of a newer agent.
    package let state: String
    /// Why, or how; nil if the agent gives no code.
    package let reason: Reason?

    /// The details of the reason.
    package var details: Reason.Details { reason?.details ?? [:] }

    /// - Parameter state: a word of `DoctorState`, or of a newer agent.
    package init(section: String, name: String, state: String, reason: Reason?) {
        self.section = section
        self.name = name
        self.state = state
        self.reason = reason
    }

    /// Reads a row; nil when the value is not a row.
    package init?(wire value: Value) {
        guard case .structure(let fields) = value, fields.count >= 5 else { return nil }
        let texts = fields.prefix(3).map { $0.asString ?? "" }
        self.init(
            section: texts[0], name: texts[1], state: texts[2], reason: Reason(word: fields[3], details: fields[4]))
    }

    package var wire: Value { .structure([section.wire, name.wire, state.wire] + Reason.values(reason)) }
}
