// SPDX-License-Identifier: Apache-2.0

/// Parses a format template: literal text with `{{ expression }}` between.
///
/// | rule | form |
/// |---|---|
/// | expression | term { (`+` or `-`) term } |
/// | term | factor { (`*` or `/`) factor } |
/// | factor | (`+` or `-`) factor, or primary |
/// | primary | `(` expression `)`, `"text"`, number, variable, or function `(` expression { `,` expression } `)` |
///
/// A variable is letters, digits, `_` and `:`, not starting with a digit or colon. A string has no escapes. Positions in
/// errors count bytes from 0.
struct TemplateParser {
    private static let deepest = 100
    /// Limits the recursion: each operator of a chain is a level of the expression's tree, and evaluating a level is a
    /// recursive call.
    private static let mostOperators = 1000

    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0
    private var operators = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    /// The literal texts and expressions in order.
    mutating func parse() throws(TemplateError) -> [TemplateExpression] {
        var parts: [TemplateExpression] = []
        var literal = 0
        func text(_ start: Int, _ end: Int) -> [TemplateExpression] {
            start == end ? [] : [.string(string(start, end))]
        }
        while position < bytes.count {
            guard peek == UInt8(ascii: "{"), peek(1) == UInt8(ascii: "{") else {
                position += 1
                continue
            }
            parts += text(literal, position)
            position += 2
            parts.append(try expression())
            guard peek == UInt8(ascii: "}"), peek(1) == UInt8(ascii: "}") else {
                throw .expected("}}", position: position)
            }
            position += 2
            literal = position
        }
        return parts + text(literal, position)
    }

    // MARK: Rules

    private mutating func expression() throws(TemplateError) -> TemplateExpression {
        depth += 1
        defer { depth -= 1 }
        if depth > Self.deepest { throw .tooDeep }
        var left = try term()
        while let sign = try infix(.add, .subtract) { left = .binary(sign, left, try term()) }
        return left
    }

    private mutating func term() throws(TemplateError) -> TemplateExpression {
        var left = try factor()
        while let sign = try infix(.multiply, .divide) { left = .binary(sign, left, try factor()) }
        return left
    }

    private mutating func factor() throws(TemplateError) -> TemplateExpression {
        skipSpaces()
        guard let sign = try infix(.add, .subtract) else { return try primary() }
        depth += 1
        defer { depth -= 1 }
        if depth > Self.deepest { throw .tooDeep }
        return .unary(sign, try factor())
    }

    private mutating func primary() throws(TemplateError) -> TemplateExpression {
        skipSpaces()
        guard let byte = peek else { throw .unexpectedEnd }
        let result: TemplateExpression
        switch byte {
        case UInt8(ascii: "("):
            position += 1
            result = try expression()
            try take(")")
        case UInt8(ascii: "\""): result = try quoted()
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."): result = try number()
        case _ where Self.startsName(byte): result = try nameOrCall()
        default: throw .unexpected(character(at: position), position: position)
        }
        skipSpaces()
        return result
    }

    private mutating func quoted() throws(TemplateError) -> TemplateExpression {
        let start = position + 1
        guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\"")) else { throw .unexpectedEnd }
        position = end + 1
        return .string(string(start, end))
    }

    private mutating func number() throws(TemplateError) -> TemplateExpression {
        let start = position
        while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ".") {
            position += 1
        }
        let digits = string(start, position)
        let full = (digits.hasPrefix(".") ? "0" : "") + digits + (digits.hasSuffix(".") ? "0" : "")
        guard digits != ".", let number = Double(full) else {
            throw .invalidNumber(digits, position: start)
        }
        return .number(number)
    }

    private mutating func nameOrCall() throws(TemplateError) -> TemplateExpression {
        let start = position
        while let byte = peek, Self.continuesName(byte) { position += 1 }
        let name = string(start, position)
        guard peek == UInt8(ascii: "(") else { return .variable(name) }
        var arguments: [TemplateExpression] = []
        repeat {
            position += 1
            arguments.append(try expression())
        } while peek == UInt8(ascii: ",")
        try take(")")
        guard let function = TemplateFunction(rawValue: name) else { throw .unknownFunction(name) }
        try function.check(arguments)
        return .call(function, arguments)
    }

    // MARK: Bytes

    private var peek: UInt8? { peek(0) }

    private func peek(_ offset: Int) -> UInt8? {
        position + offset < bytes.count ? bytes[position + offset] : nil
    }

    private func string(_ start: Int, _ end: Int) -> String { String(decoding: bytes[start..<end], as: UTF8.self) }

    private func character(at index: Int) -> Character {
        String(decoding: bytes[index...].prefix(32), as: UTF8.self).first ?? "?"
    }

    private mutating func skipSpaces() {
        while peek == UInt8(ascii: " ") { position += 1 }
    }

    private mutating func take(_ token: Unicode.Scalar) throws(TemplateError) {
        guard let byte = peek else { throw .unexpectedEnd }
        if byte != UInt8(ascii: token) { throw .expected(String(token), position: position) }
        position += 1
    }

    private mutating func infix(
        _ signs: TemplateExpression.Operator...
    ) throws(TemplateError) -> TemplateExpression.Operator? {
        guard let byte = peek, let sign = signs.first(where: { $0.rawValue.asciiValue == byte }) else { return nil }
        position += 1
        operators += 1
        if operators > Self.mostOperators { throw .tooManyOperators(most: Self.mostOperators) }
        return sign
    }

    private static func startsName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
        default: false
        }
    }

    private static func continuesName(_ byte: UInt8) -> Bool {
        startsName(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ":")
    }
}
