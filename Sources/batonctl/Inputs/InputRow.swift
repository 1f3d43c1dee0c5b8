// SPDX-License-Identifier: Apache-2.0
import BatonDBus

/// One source of presses, from the agent's reply.
struct InputRow: Hashable, Sendable {
    let kind: String
    let name: String
    let state: String
    /// The last command; empty before the first.
    let command: String
    /// When it was pressed, in µs since boot on CLOCK_MONOTONIC; 0 before the first.
    let time: UInt64

    /// The row as JSON; `seconds-ago` is null before the first press.
    func json(now: UInt64) -> JSON {
        .object([
            ("kind", .string(kind)), ("name", .string(name)), ("state", .string(state)), ("command", .string(command)),
            ("seconds-ago", age(now: now).map { .integer(Int64($0)) } ?? .null),
        ])
    }

    /// How many whole seconds ago the last press was.
    func age(now: UInt64) -> UInt64? { time == 0 ? nil : (max(now, time) - time) / 1_000_000 }
}

extension InputRow {
    /// A row of the agent's reply; nil when the value is not a row.
    init?(_ value: Value) {
        guard case .structure(let fields) = value, fields.count >= 5, case .uint64(let time) = fields[4] else {
            return nil
        }
        let texts = fields.prefix(4).map { $0.asString ?? "" }
        self.init(kind: texts[0], name: texts[1], state: texts[2], command: texts[3], time: time)
    }
}
