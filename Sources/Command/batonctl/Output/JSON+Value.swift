// SPDX-License-Identifier: Apache-2.0

import BatonJSON

extension JSON {
    /// What another program of Baton's has printed, as batonctl prints it: what would mislead a reader is escaped.
    init(_ value: JSONValue) {
        self =
            switch value {
            case .null: .null
            case .bool(let flag): .boolean(flag)
            case .integer(let number): .integer(number)
            case .number(let number): .double(number)
            case .string(let text): .string(text)
            case .array(let elements): .array(elements.map { JSON($0) })
            case .object(let members): .object(members.sorted { $0.key < $1.key }.map { ($0.key, JSON($0.value)) })
            }
    }
}
