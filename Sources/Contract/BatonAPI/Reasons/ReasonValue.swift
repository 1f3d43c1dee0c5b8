// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// The value of a reason's detail.
package enum ReasonValue: Equatable, Sendable, ExpressibleByStringInterpolation {
    case text(String)
    case number(UInt32)
    case fraction(Double)
    case reasons([Reason])

    package init(stringLiteral value: String) { self = .text(value) }

    /// Reads it from the bus; nil when it has another type.
    init?(_ value: Value) {
        switch value.unwrapped {
        case .string(let text): self = .text(text)
        case .uint32(let number): self = .number(number)
        case .double(let number): self = .fraction(number)
        case .array(let array): self = .reasons(array.elements.compactMap(Reason.init(element:)))
        default: return nil
        }
    }

    package var value: Value {
        switch self {
        case .text(let text): .string(text)
        case .number(let number): .uint32(number)
        case .fraction(let number): .double(number)
        case .reasons(let reasons): .array(DBusArray("(sa{sv})", reasons.map { .structure($0.values) }))
        }
    }

    var text: String {
        switch self {
        case .text(let text): text
        case .number(let number): String(number)
        case .fraction(let number): String(number)
        case .reasons(let reasons): reasons.map(\.description).joined(separator: "; ")
        }
    }

    var reasons: [Reason]? { if case .reasons(let reasons) = self { reasons } else { nil } }

    var fraction: Double? { if case .fraction(let number) = self { number } else { nil } }
}

extension Reason {
    /// Reads an element of `a(sa{sv})`.
    fileprivate init?(element: Value) {
        guard case .structure(let fields) = element, fields.count == 2 else { return nil }
        self.init(word: fields[0], details: fields[1])
    }
}
