// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// D-Bus values as text in GVariant's form, which playerctl prints.
///
/// A double keeps its shortest exact form.
package enum ValueText {
    /// The value for a template.
    package static func templateValue(_ value: Value) -> TemplateValue {
        let value = value.unwrapped
        switch value {
        case .string(let string): return .string(string)
        case .boolean(let flag): return .boolean(flag)
        case .double(let double): return .double(double)
        case .uint64(let integer): return .unsigned(integer)
        case .int16, .uint16, .int32, .uint32, .int64:
            return value.asInt64.map(TemplateValue.signed) ?? .other(text(value), signature: value.signature.rawValue)
        case .array:
            if let strings = value.asStringArray, value.signature.rawValue == "as" { return .strings(strings) }
            return .other(text(value), signature: value.signature.rawValue)
        default: return .other(text(value), signature: value.signature.rawValue)
        }
    }

    /// The rows of a value in the table of `metadata`: one for each element of a list, one for any other value.
    package static func rows(_ value: Value) -> [String] {
        let value = value.unwrapped
        switch value {
        case .array(let array): return array.elements.map { shown($0) }
        case .structure(let members): return members.map { shown($0) }
        case .dictionary(let dictionary):
            return dictionary.entries.map { "{\(text($0.key)), \(text($0.value))}" }
        default: return [shown(value)]
        }
    }

    /// The text of a value on its own: a string without quotes, a list of strings joined by `, `.
    package static func shown(_ value: Value) -> String { templateValue(value).text }

    /// The text of a value inside another: strings in quotes, variants in angle brackets.
    package static func text(_ value: Value) -> String {
        switch value {
        case .byte(let byte): "0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        case .boolean(let flag): flag ? "true" : "false"
        case .int16(let integer): String(integer)
        case .uint16(let integer): String(integer)
        case .int32(let integer): String(integer)
        case .uint32(let integer): String(integer)
        case .int64(let integer): String(integer)
        case .uint64(let integer): String(integer)
        case .double(let double): "\(double)"
        case .string(let string): quoted(string)
        case .objectPath(let path): quoted(path.rawValue)
        case .signature(let signature): quoted(signature.rawValue)
        case .fileDescriptor: "handle"
        case .array(let array): "[" + array.elements.map(text).joined(separator: ", ") + "]"
        case .dictionary(let dictionary):
            "{" + dictionary.entries.map { "\(text($0.key)): \(text($0.value))" }.joined(separator: ", ") + "}"
        case .structure(let members):
            "(" + members.map(text).joined(separator: ", ") + (members.count == 1 ? ",)" : ")")
        case .variant(let inner): "<\(text(inner))>"
        }
    }

    private static func quoted(_ string: String) -> String {
        let quote: Character = string.contains("'") && !string.contains("\"") ? "\"" : "'"
        var result = String(quote)
        for character in string {
            if character == quote || character == "\\" { result.append("\\") }
            result.append(character)
        }
        result.append(quote)
        return result
    }
}
