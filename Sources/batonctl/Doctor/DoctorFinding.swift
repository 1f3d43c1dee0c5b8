// SPDX-License-Identifier: Apache-2.0
import BatonAPI
import BatonDBus

/// One row of the agent's `Doctor`, as it is on the bus: codes and details. ``text`` puts it into words.
struct DoctorFinding: Equatable, Sendable {
    let section: String
    let name: String
    /// A word of `DoctorState`, or of a newer agent.
    let state: String
    /// Why, or how; nil if the agent gives no code.
    let reason: Reason?

    /// The details of the reason.
    var details: Reason.Details { reason?.details ?? [:] }
}

extension DoctorFinding {
    /// A row of the agent's reply; nil when the value is not a row.
    init?(_ value: Value) {
        guard case .structure(let fields) = value, fields.count >= 5 else { return nil }
        let texts = fields.prefix(3).map { $0.asString ?? "" }
        self.init(
            section: texts[0], name: texts[1], state: texts[2], reason: Reason(word: fields[3], details: fields[4]))
    }
}
