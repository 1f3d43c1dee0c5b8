// SPDX-License-Identifier: Apache-2.0

/// Reads a JSON text strictly by RFC 8259 and within bounds, because the text comes from outside.
///
/// For example:
/// ```swift
/// let value = try JSONReader.read(Array(#"{"status":"Playing"}"#.utf8))
/// // value["status"]?.asString == "Playing"
/// ```
package struct JSONReader {
    /// The deepest nesting that is read. Reading uses stack for each level.
    package static let deepest = 256
    /// The largest number of values that is read.
    package static let mostValues = 200_000

    private let bytes: [UInt8]
    private var offset = 0
    private var count = 0

    /// Reads a whole text.
    ///
    /// - Throws: ``JSONError`` if the text is not JSON, is nested beyond ``deepest``, or has more than ``mostValues``
    ///   values.
    package static func read(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        var reader = JSONReader(bytes)
        let value = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.offset == bytes.count else { throw reader.error("there is something behind the value") }
        return value
    }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private func error(_ message: String) -> JSONError { JSONError(message: message, offset: offset) }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    /// Takes the byte if it is the next one.
    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        offset += 1
        return true
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        count += 1
        guard count <= Self.mostValues else { throw error("it has over \(Self.mostValues) values") }
        guard depth <= Self.deepest else { throw error("it is nested deeper than \(Self.deepest) levels") }
        skipSpace()
        guard let next else { throw error("it ends where a value should be") }
        switch next {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default: throw error("there is no value")
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        let matches = word.withUTF8Buffer { bytes[offset...].starts(with: $0) }
        guard matches else { throw error("there is no value") }
        offset += word.utf8CodeUnitCount
        return value
    }

    private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
        offset += 1
        var elements: [JSONValue] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return .array([]) }
        while true {
            elements.append(try value(depth: depth + 1))
            skipSpace()
            if take(UInt8(ascii: "]")) { return .array(elements) }
            guard take(UInt8(ascii: ",")) else { throw error("there is neither ',' nor ']'") }
        }
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
        offset += 1
        var members: [String: JSONValue] = [:]
        skipSpace()
        if take(UInt8(ascii: "}")) { return .object([:]) }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw error("there is no name") }
            let name = try string()
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw error("there is no ':'") }
            members[name] = try value(depth: depth + 1)
            skipSpace()
            if take(UInt8(ascii: "}")) { return .object(members) }
            guard take(UInt8(ascii: ",")) else { throw error("there is neither ',' nor '}'") }
        }
    }

    // MARK: Strings

    private mutating func string() throws(JSONError) -> String {
        offset += 1
        var text: [UInt8] = []
        while let byte = next {
            offset += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let string = String(validating: text, as: UTF8.self) else { throw error("it is not UTF-8") }
                return string
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0..<0x20: throw error("there is a control character in a string")
            default: text.append(byte)
            }
        }
        throw error("a string does not end")
    }

    private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
        guard let byte = next else { throw error("a string does not end") }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text += Array(String(try scalar()).utf8)
        default: throw error("there is no such escape")
        }
    }

    /// The character of a `\u` escape, which may be a surrogate pair.
    private mutating func scalar() throws(JSONError) -> Unicode.Scalar {
        let first = try codeUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
            throw error("there is half a character")
        }
        let second = try codeUnit()
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw error("there is half a character") }
        return scalar
    }

    private mutating func codeUnit() throws(JSONError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw error("there are no four hexadecimal digits")
            }
            offset += 1
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }

    // MARK: Numbers

    private mutating func number() throws(JSONError) -> JSONValue {
        let start = offset
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        var isInteger = true
        if take(UInt8(ascii: ".")) {
            isInteger = false
            try digits()
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            isInteger = false
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        if isInteger, let integer = Int64(text) { return .integer(integer) }
        guard let number = Double(text), number.isFinite else { throw error("a number is too great") }
        return .number(number)
    }

    private mutating func digits() throws(JSONError) {
        let start = offset
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { offset += 1 }
        guard offset > start else { throw error("there are no digits") }
    }
}
