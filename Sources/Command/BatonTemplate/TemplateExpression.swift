// SPDX-License-Identifier: Apache-2.0

/// The expression between `{{` and `}}`.
indirect enum TemplateExpression: Hashable, Sendable {
    enum Operator: Character, Sendable {
        case add = "+"
        case subtract = "-"
        case multiply = "*"
        case divide = "/"
    }

    case string(String)
    case number(Double)
    case variable(String)
    case call(TemplateFunction, [TemplateExpression])
    case unary(Operator, TemplateExpression)
    case binary(Operator, TemplateExpression, TemplateExpression)

    /// Calls `body` with each variable named in the expression.
    func forEachVariable(_ body: (String) -> Void) {
        switch self {
        case .string, .number: break
        case .variable(let name): body(name)
        case .call(_, let arguments):
            for argument in arguments { argument.forEachVariable(body) }
        case .unary(_, let operand): operand.forEachVariable(body)
        case .binary(_, let left, let right):
            left.forEachVariable(body)
            right.forEachVariable(body)
        }
    }

    /// The value, with the variables that `lookup` knows; nil for a variable that it does not know.
    ///
    /// - Throws: ``TemplateError`` for operands and arguments of a wrong kind, overflow and division by zero.
    func value(_ lookup: (String) -> TemplateValue?) throws(TemplateError) -> TemplateValue? {
        switch self {
        case .string(let string): return .string(string)
        case .number(let number): return .double(number)
        case .variable(let name): return lookup(name)
        case .call(let function, let arguments):
            var values: [TemplateValue?] = []
            for argument in arguments { values.append(try argument.value(lookup)) }
            return try function.apply(to: values, of: arguments)
        case .unary(let sign, let operand):
            return try Self.apply(sign, to: operand.value(lookup))
        case .binary(let sign, let left, let right):
            return try Self.apply(sign, left.value(lookup), right.value(lookup))
        }
    }

    private static func apply(
        _ sign: Operator, to operand: TemplateValue?
    ) throws(TemplateError) -> TemplateValue {
        let wrong = TemplateError.operand(
            String(sign.rawValue), unary: true, signatures: [operand?.signature ?? "NULL"])
        guard let operand, let number = operand.number else { throw wrong }
        if sign == .add { return operand }
        guard case .signed(let integer) = operand else { return .double(-number) }
        let (result, overflow) = (0 as Int64).subtractingReportingOverflow(integer)
        if overflow { throw .overflow }
        return .signed(result)
    }

    private static func apply(
        _ sign: Operator, _ left: TemplateValue?, _ right: TemplateValue?
    ) throws(TemplateError) -> TemplateValue {
        guard let left, let right, let first = left.number, let second = right.number else {
            throw .operand(
                String(sign.rawValue), unary: false,
                signatures: [left?.signature ?? "NULL", right?.signature ?? "NULL"])
        }
        if case .signed(let first) = left, case .signed(let second) = right {
            return .signed(try integer(sign, first, second))
        }
        switch sign {
        case .add: return .double(first + second)
        case .subtract: return .double(first - second)
        case .multiply: return .double(first * second)
        case .divide:
            if second == 0 { throw .division }
            return .double(first / second)
        }
    }

    private static func integer(
        _ sign: Operator, _ first: Int64, _ second: Int64
    ) throws(TemplateError) -> Int64 {
        if sign == .divide && second == 0 { throw .division }
        let (result, overflow) =
            switch sign {
            case .add: first.addingReportingOverflow(second)
            case .subtract: first.subtractingReportingOverflow(second)
            case .multiply: first.multipliedReportingOverflow(by: second)
            case .divide: first.dividedReportingOverflow(by: second)
            }
        if overflow { throw .overflow }
        return result
    }
}
