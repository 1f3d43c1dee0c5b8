// SPDX-License-Identifier: Apache-2.0
import BatonAPI
import BatonDBus

/// One source of presses, from the agent's reply.
struct InputRow: Equatable, Sendable {
    let kind: String
    let name: String
    /// A word of `InputStateWord`, or of a newer agent.
    let state: String
    /// Why presses do not come from it; nil if they do.
    let reason: Reason?
    /// The last command; empty before the first.
    let command: String
    /// When it was pressed, in µs since boot on CLOCK_MONOTONIC; 0 before the first.
    let time: UInt64

    /// The state for people.
    var text: String { InputStateWord.text(state, reason) }

    /// The row as JSON; `seconds-ago` is null before the first press.
    func json(now: UInt64) -> JSON {
        .object([
            ("kind", .string(kind)), ("name", .string(name)), ("state", .string(text)),
            ("code", .string(reason?.code.rawValue ?? "")), ("details", .details(reason?.details ?? [:])),
            ("command", .string(command)),
            ("seconds-ago", age(now: now).map { .integer(Int64($0)) } ?? .null),
        ])
    }

    /// How many whole seconds ago the last press was.
    func age(now: UInt64) -> UInt64? { time == 0 ? nil : (max(now, time) - time) / 1_000_000 }
}

extension InputRow {
    /// A row of the agent's reply; nil when the value is not a row.
    init?(_ value: Value) {
        guard case .structure(let fields) = value, fields.count >= 7, case .uint64(let time) = fields[6] else {
            return nil
        }
        let texts = fields.map { $0.asString ?? "" }
        self.init(
            kind: texts[0], name: texts[1], state: texts[2], reason: Reason(word: fields[3], details: fields[4]),
            command: texts[5], time: time)
    }
}
