// SPDX-License-Identifier: Apache-2.0

/// An error in a format template, or in the values it was used with.
///
/// The wording of the common cases is playerctl's.
package enum TemplateError: Error, Hashable, Sendable {
    case unexpected(Character, position: Int)
    case unexpectedEnd
    case expected(String, position: Int)
    case invalidNumber(String, position: Int)
    case tooDeep
    case tooManyOperators(most: Int)
    case unknownFunction(String)
    case argumentCount(function: String, wanted: Int, got: Int)
    case emojiWantsVariable
    case durationWantsTime
    case truncWantsNumber
    case operand(String, unary: Bool, signatures: [String])
    case overflow
    case division
}

extension TemplateError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unexpected(let character, let position):
            "unexpected \"\(character)\", expected expression (position \(position))"
        case .unexpectedEnd: "unexpected end of expression"
        case .expected(let token, let position): "expecting \"\(token)\" (position \(position))"
        case .invalidNumber(let text, let position): "invalid number: \"\(text)\" (position \(position))"
        case .tooDeep: "the expression is nested too deeply"
        case .tooManyOperators(let most): "the template has more than \(most) operators"
        case .unknownFunction(let name): "unknown template function: \(name)"
        case .argumentCount(let function, let wanted, let got):
            "function \(function) takes exactly \(["no", "one", "two", "three"][min(max(wanted, 0), 3)]) argument\(wanted == 1 ? "" : "s") (got \(got))"
        case .emojiWantsVariable: "the emoji function can only be called with a variable"
        case .durationWantsTime: "function duration can only be called on track position values"
        case .truncWantsNumber: "function trunc's length parameter can only be called with an int"
        case .operand(let name, let unary, let signatures):
            "Got unsupported operand type\(signatures.count > 1 ? "s" : "") for \(unary ? "unary " : "")\(name): "
                + signatures.map { "'\($0)'" }.joined(separator: " and ")
        case .overflow: "Numeric overflow detected"
        case .division: "Divide by zero error"
        }
    }
}
