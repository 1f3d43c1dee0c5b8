// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDoctor

extension DoctorReport {
    /// The report as scripts see it.
    var json: JSON {
        .object([
            ("agent", agent.map(JSON.string) ?? .null), ("undo", .boolean(canUndo)),
            ("rows", .array(rows.map(\.json))), ("promises", .array(promises.map(\.json))),
        ])
    }
}

extension DoctorLine {
    /// The row as JSON.
    var json: JSON {
        .object([
            ("section", .string(section)), ("name", .string(name)), ("state", .string(state)),
            ("reason", .string(reason)), ("advice", .string(advice)),
            ("code", .string(code)), ("details", .details(details)),
        ])
    }
}

extension PromiseFinding {
    /// The finding as JSON: scripts compare `name`, `state` and `code`.
    var json: JSON {
        .object([
            ("name", .string(promise.rawValue)), ("state", .string(state.rawValue)), ("code", .string(row?.code ?? "")),
            ("details", .details(row?.details ?? [:])), ("reason", .string(text)), ("advice", .string(advice)),
        ])
    }
}
