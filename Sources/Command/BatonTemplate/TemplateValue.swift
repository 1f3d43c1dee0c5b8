// SPDX-License-Identifier: Apache-2.0

/// The value of a template's variable, number, string or function.
///
/// Only the types that functions and operators distinguish have a case of their own; every other value is stored as the
/// text that it prints as.
package enum TemplateValue: Hashable, Sendable {
    case string(String)
    case strings([String])
    case signed(Int64)
    case unsigned(UInt64)
    case double(Double)
    case boolean(Bool)
    /// Any other D-Bus value: the text that it prints as, and its D-Bus signature.
    case other(String, signature: String)

    /// The text this value expands to: a list is joined by `, `, a number with a fraction has its shortest exact form.
    package var text: String {
        switch self {
        case .string(let string): string
        case .strings(let strings): strings.joined(separator: ", ")
        case .signed(let integer): String(integer)
        case .unsigned(let integer): String(integer)
        case .double(let double): "\(double)"
        case .boolean(let flag): flag ? "true" : "false"
        case .other(let text, _): text
        }
    }

    /// The D-Bus signature, for messages about operands of a wrong type.
    package var signature: String {
        switch self {
        case .string: "s"
        case .strings: "as"
        case .signed: "x"
        case .unsigned: "t"
        case .double: "d"
        case .boolean: "b"
        case .other(_, let signature): signature
        }
    }

    /// The value as a number for arithmetic, nil if it is not a number.
    package var number: Double? {
        switch self {
        case .signed(let integer): Double(integer)
        case .unsigned(let integer): Double(integer)
        case .double(let double): double
        case .string, .strings, .boolean, .other: nil
        }
    }

    /// Whether `if` takes it for yes: neither blank, nor false, nor 0.
    package var isTrue: Bool {
        switch self {
        case .boolean(let flag): flag
        case .signed, .unsigned, .double: number != 0
        case .string, .strings, .other: !isBlank
        }
    }

    /// Whether `default` replaces it: an empty string, or a list without a visible character.
    package var isBlank: Bool {
        switch self {
        case .string(let string): string.isEmpty
        case .strings(let strings): strings.allSatisfy(\.isEmpty)
        case .signed, .unsigned, .double, .boolean, .other: false
        }
    }
}
