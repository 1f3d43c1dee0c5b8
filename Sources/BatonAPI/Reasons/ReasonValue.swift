// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// The value of a reason's detail.
package enum ReasonValue: Hashable, Sendable, ExpressibleByStringInterpolation {
    case text(String)
    case number(UInt32)
    case fraction(Double)

    package init(stringLiteral value: String) { self = .text(value) }

    /// Reads it from the bus; nil when it has another type.
    init?(_ value: Value) {
        switch value.unwrapped {
        case .string(let text): self = .text(text)
        case .uint32(let number): self = .number(number)
        case .double(let number): self = .fraction(number)
        default: return nil
        }
    }

    package var value: Value {
        switch self {
        case .text(let text): .string(text)
        case .number(let number): .uint32(number)
        case .fraction(let number): .double(number)
        }
    }

    var text: String {
        switch self {
        case .text(let text): text
        case .number(let number): String(number)
        case .fraction(let number): String(number)
        }
    }

    var fraction: Double? { if case .fraction(let number) = self { number } else { nil } }
}
