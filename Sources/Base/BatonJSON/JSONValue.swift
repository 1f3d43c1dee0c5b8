// SPDX-License-Identifier: Apache-2.0

/// A JSON value that another program sent, or that is sent to it (RFC 8259).
///
/// For example:
/// ```swift
/// let value = JSONValue.object(["do": .string("seek"), "value": .number(-10)])
/// // value.text == #"{"do":"seek","value":-10}"#, value["value"]?.asDouble == -10
/// ```
package enum JSONValue: Equatable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number that fits 64 bits and is written without fraction and exponent.
    case integer(Int64)
    /// Any other number. The reader makes finite ones only.
    case number(Double)
    /// A text.
    case string(String)
    /// Values in their order.
    case array([JSONValue])
    /// The members. If a name occurs more than once, the last value counts.
    case object([String: JSONValue])

    /// The value of a member; nil if this is not an object or has no such member.
    package subscript(_ name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// The text of a string; nil for any other value.
    package var asString: String? { if case .string(let text) = self { text } else { nil } }

    /// A number, rounded if it is a whole one beyond 2⁵³; nil for any other value.
    package var asDouble: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }

    /// The number, if it is a whole one that fits and is written without fraction and exponent; else nil.
    package var asInteger: Int64? { if case .integer(let number) = self { number } else { nil } }

    /// `true` or `false`; nil if this is neither.
    package var asBool: Bool? { if case .bool(let bool) = self { bool } else { nil } }

    /// The elements; empty if this is not an array.
    package var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
}

extension JSONValue {
    /// The value on one line, as RFC 8259 specifies, with the members of an object in the order of their names.
    ///
    /// A number that JSON cannot represent (NaN, infinity) is `null`. Control characters are escaped.
    package var text: String {
        var result = ""
        write(to: &result)
        return result
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let flag): text += flag ? "true" : "false"
        case .integer(let integer): text += String(integer)
        case .number(let number): text += number.isFinite ? Self.text(of: number) : "null"
        case .string(let string): Self.write(string, to: &text)
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += "," }
                element.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, name) in members.keys.sorted().enumerated() {
                if index > 0 { text += "," }
                Self.write(name, to: &text)
                text += ":"
                members[name]?.write(to: &text)
            }
            text += "}"
        }
    }

    /// Swift writes `1.0` and `1e+20`, which are numbers of JSON too; a whole number is shorter without its fraction.
    private static func text(of number: Double) -> String {
        Int64(exactly: number).map { String($0) } ?? "\(number)"
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
