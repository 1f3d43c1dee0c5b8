// SPDX-License-Identifier: Apache-2.0

import BatonJSON
import BatonTestSupport
import Testing

/// The reader of JSON from other programs: strict and bounded, and it never traps.
@Suite struct JSONReaderTests {
    private func read(_ text: String) throws -> JSONValue { try JSONReader.read(Array(text.utf8)) }

    @Test(
        "RFC 8259: JSON is read",
        arguments: [
            ("null", JSONValue.null), (" true ", .bool(true)), ("\n\t\r false", .bool(false)), ("0", .integer(0)),
            ("-12", .integer(-12)), ("9223372036854775807", .integer(.max)), ("1.5e2", .number(150)),
            ("-0.25", .number(-0.25)), ("1E+2", .number(100)),
            ("9223372036854775808", .number(9.223372036854775808e18)),
            ("\"\"", .string("")), (#""a\"\\\/\b\f\n\r\t""#, .string("a\"\\/\u{8}\u{c}\n\r\t")),
            (#""\u00e4\u20AC\uD83D\uDE00""#, .string("ä€😀")), ("\"ä€😀\"", .string("ä€😀")), ("[]", .array([])),
            ("[1, [2]]", .array([.integer(1), .array([.integer(2)])])), ("{}", .object([:])),
            (#"{"a": 1, "b": {"c": null}}"#, .object(["a": .integer(1), "b": .object(["c": .null])])),
            (#"{"a": 1, "a": 2}"#, .object(["a": .integer(2)])),
        ] as [(String, JSONValue)])
    func valid(_ text: String, _ value: JSONValue) throws {
        #expect(try read(text) == value)
    }

    @Test(
        "RFC 8259: other text is refused, with the offset",
        arguments: [
            "", " ", "nul", "tru", "True", "+1", "01", "-", "1.", ".5", "1e", "1e+", "1e999", "NaN", "Infinity", "'a'",
            "\"", "\"a", "\"\n\"", #""\x""#, #""\u12""#, #""\u12g4""#, #""\ud800""#, #""\ud800\u0041""#, #""\udc00""#,
            #""\uD83Dx""#, "[", "[1", "[1,", "[1,]", "[,]", "[1 2]", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,}",
            "{a:1}", "{1:1}", "{\"a\" 1}", "1 2", "[] x", "// c\n1",
        ])
    func invalid(_ text: String) {
        #expect(throws: JSONError.self) { try read(text) }
    }

    @Test("bytes that are not UTF-8 are refused")
    func encoding() {
        for bytes: [UInt8] in [[0xC3], [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80]] {
            #expect(throws: JSONError.self) { try JSONReader.read([0x22] + bytes + [0x22]) }
        }
    }

    @Test("the nesting and the number of values have bounds")
    func bounds() throws {
        let deepest = JSONReader.deepest
        _ = try read(String(repeating: "[", count: deepest) + String(repeating: "]", count: deepest))
        for count in [deepest + 2, 1_000_000] {
            #expect(throws: JSONError.self) { try read(String(repeating: "[", count: count)) }
            #expect(throws: JSONError.self) { try read(String(repeating: "{\"a\":", count: count)) }
        }
        let many = "[" + String(repeating: "0,", count: JSONReader.mostValues) + "0]"
        #expect(throws: JSONError.self) { try read(many) }
    }

    @Test("a random value that is written is read as the same value")
    func roundTrip() throws {
        for seed in 0..<500 as Range<UInt64> {
            var random = SeededRandom(seed: seed)
            let value = Self.value(&random, depth: 0)
            var text = ""
            Self.write(value, to: &text, &random)
            #expect(try read(text) == value, "seed \(seed): \(text)")
            #expect(try read(value.text) == value, "seed \(seed): \(value.text)")
        }
    }

    @Test("a text with any damage is read or refused, and the offset is inside the text")
    func damaged() {
        let text = Array(
            #"{"nodes":[{"id":7,"type":"con","focused":true,"pid":42,"app_id":"\u00e4","rect":{"x":0.5}}]}"#.utf8)
        for seed in 0..<20_000 as Range<UInt64> {
            var random = SeededRandom(seed: seed)
            let bytes = DamagedText.damaged(text, by: &random)
            do throws(JSONError) {
                let value = try JSONReader.read(bytes)
                // What was read is written so that it is read again.
                #expect((try? JSONReader.read(Array(value.text.utf8)))?.text == value.text, "seed \(seed)")
            } catch {
                #expect((0...bytes.count).contains(error.offset), "seed \(seed)")
            }
        }
    }

    @Test(
        "a value is written on one line: members by name, whole numbers without a fraction, what is no number as null",
        arguments: [
            (.null, "null"), (.bool(true), "true"), (.integer(.min), "-9223372036854775808"), (.number(2), "2"),
            (.number(0.25), "0.25"), (.number(1e300), "1e+300"), (.number(.nan), "null"),
            (.number(-.infinity), "null"), (.number(9.3e18), "9.3e+18"),
            (.string("\"\\\n\u{7F}ä"), #""\"\\\u000a\u007fä""#),
            (.object(["b": .array([.integer(1), .string("")]), "a": .object([:])]), #"{"a":{},"b":[1,""]}"#),
        ] as [(JSONValue, String)])
    func written(_ value: JSONValue, _ text: String) {
        #expect(value.text == text)
    }

    @Test("a value that is asked for as something else is nil")
    func kinds() throws {
        let value = try read(#"{"text":"x","number":1.5,"whole":7,"flag":true,"list":[1],"great":1e18}"#)
        #expect(value["text"]?.asString == "x" && value["text"]?.asDouble == nil && value["text"]?.elements == [])
        #expect(value["number"]?.asDouble == 1.5 && value["number"]?.asInteger == nil)
        #expect(value["whole"]?.asDouble == 7 && value["whole"]?.asInteger == 7 && value["whole"]?.asBool == nil)
        #expect(value["flag"]?.asBool == true && value["flag"]?.asInteger == nil && value["flag"]?.asString == nil)
        #expect(value["list"]?.elements == [.integer(1)] && value["list"]?["x"] == nil && value["none"] == nil)
        #expect(value["great"]?.asInteger == nil)
    }

    private static func value(_ random: inout SeededRandom, depth: Int) -> JSONValue {
        switch Int.random(in: 0...(depth < 4 ? 6 : 4), using: &random) {
        case 0: .null
        case 1: .bool(Bool.random(using: &random))
        case 2: .integer(Int64.random(in: .min ... .max, using: &random))
        case 3: .number(Double(Int.random(in: -1000...1000, using: &random)) + 0.5)
        case 4: .string(string(&random))
        case 5: .array((0..<Int.random(in: 0...4, using: &random)).map { _ in value(&random, depth: depth + 1) })
        default:
            .object(
                Dictionary(
                    (0..<Int.random(in: 0...4, using: &random)).map { _ in
                        (string(&random), value(&random, depth: depth + 1))
                    }, uniquingKeysWith: { $1 }))
        }
    }

    private static func string(_ random: inout SeededRandom) -> String {
        let scalars: [Unicode.Scalar] = ["a", "\"", "\\", "\u{0}", "\n", "ä", "😀", "/", "\u{7F}", "\u{FFFF}"]
        var result = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            if let scalar = scalars.randomElement(using: &random) { result.append(scalar) }
        }
        return String(result)
    }

    private static func write(_ value: JSONValue, to text: inout String, _ random: inout SeededRandom) {
        if Bool.random(using: &random) { text += " \n" }
        switch value {
        case .null: text += "null"
        case .bool(let bool): text += bool ? "true" : "false"
        case .integer(let number): text += "\(number)"
        case .number(let number): text += "\(number)"
        case .string(let string): write(string, to: &text)
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += "," }
                write(element, to: &text, &random)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += "," }
                write(member.key, to: &text)
                text += " : "
                write(member.value, to: &text, &random)
            }
            text += " }"
        }
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"", "\\": text += "\\\(scalar)"
            case "\u{0}"..<" ": text += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
