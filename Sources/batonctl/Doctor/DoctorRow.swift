// SPDX-License-Identifier: Apache-2.0
import BatonAPI
import BatonDBus

/// One item that was examined. The words are those of the agent's `Doctor`; newer agents may add new ones.
struct DoctorRow: Hashable, Sendable {
    let section: String
    let name: String
    /// A word of `DoctorState`.
    let state: String
    var reason = ""
    var advice = ""

    static let works = DoctorState.works.rawValue
    static let needsConsent = DoctorState.needsConsent.rawValue
    static let off = DoctorState.off.rawValue
    static let unavailable = DoctorState.unavailable.rawValue

    /// Whether it can be used now.
    var isWorking: Bool { state == Self.works }
}

extension DoctorRow {
    /// A row of the agent's reply; nil when the value is not a row.
    init?(_ value: Value) {
        guard case .structure(let fields) = value, fields.count >= 5 else { return nil }
        let texts = fields.prefix(5).map { $0.asString ?? "" }
        self.init(section: texts[0], name: texts[1], state: texts[2], reason: texts[3], advice: texts[4])
    }

    /// The row as JSON.
    var json: JSON {
        .object([
            ("section", .string(section)), ("name", .string(name)), ("state", .string(state)),
            ("reason", .string(reason)), ("advice", .string(advice)),
        ])
    }
}
