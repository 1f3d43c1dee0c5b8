// SPDX-License-Identifier: Apache-2.0

import BatonAPI

extension JSON {
    /// The details of a reason as an object, in the order of their names.
    static func details(_ details: Reason.Details) -> JSON {
        .object(details.elements.map { ($0.name.rawValue, JSON.detail($0.value)) })
    }

    private static func detail(_ value: ReasonValue) -> JSON {
        switch value {
        case .text(let text): .string(text)
        case .number(let whole): .unsigned(UInt64(whole))
        case .fraction(let number): .double(number)
        case .reasons(let reasons):
            .array(
                reasons.map { .object([("code", .string($0.code.rawValue)), ("details", .details($0.details))]) })
        }
    }
}
