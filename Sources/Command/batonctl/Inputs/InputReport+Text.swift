// SPDX-License-Identifier: Apache-2.0

import BatonAPI

extension InputReport {
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
