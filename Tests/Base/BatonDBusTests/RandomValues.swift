// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport

/// Makes random valid values of all types but file descriptors.
struct RandomValues {
    var random: SeededRandom

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
    }

    mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    /// A value of a random type, at most `depth` containers deep.
    mutating func value(depth: Int) -> Value {
        value(of: type(depth: depth))
    }

    /// Makes a random complete type.
    mutating func type(depth: Int) -> String {
        switch depth > 0 ? int(0...17) : int(0...12) {
        case 0...12: return basicType()
        case 13, 14: return "a" + type(depth: depth - 1)
        case 15: return "a{" + basicType() + type(depth: depth - 1) + "}"
        case 16: return "(" + (0..<int(1...4)).map { _ in type(depth: depth - 1) }.joined() + ")"
        default: return "v"
        }
    }

    mutating func basicType() -> String {
        String("ybnqiuxtdsogs".randomElement(using: &random) ?? "y")
    }

    /// Makes a value of the first complete type in `text`.
    mutating func value(of text: String) -> Value {
        var rest = Substring(text)
        return value(&rest)
    }

    private mutating func value(_ type: inout Substring) -> Value {
        let letter = type.removeFirst()
        switch letter {
        case "y": return .byte(.random(in: .min ... .max, using: &random))
        case "b": return .boolean(.random(using: &random))
        case "n": return .int16(.random(in: .min ... .max, using: &random))
        case "q": return .uint16(.random(in: .min ... .max, using: &random))
        case "i": return .int32(.random(in: .min ... .max, using: &random))
        case "u": return .uint32(.random(in: .min ... .max, using: &random))
        case "x": return .int64(.random(in: .min ... .max, using: &random))
        case "t": return .uint64(.random(in: .min ... .max, using: &random))
        case "d": return .double(Double(bitPattern: .random(in: 0...0x7FEF_FFFF_FFFF_FFFF, using: &random)))
        case "o": return .objectPath("/a/b_1")
        case "g": return .signature("a{s(iv)}")
        case "v": return .variant(value(depth: 2))
        case "a": return array(&type)
        case "(":
            var fields: [Value] = []
            while type.first != ")" { fields.append(value(&type)) }
            type.removeFirst()
            return .structure(fields)
        default: return .string(string())
        }
    }

    private mutating func array(_ type: inout Substring) -> Value {
        guard type.first == "{" else {
            let element = Self.first(type)
            type.removeFirst(element.count)
            return .array(DBusArray(Self.signature(element), (0..<int(0...4)).map { _ in value(of: element) }))
        }
        type.removeFirst()
        let key = String(type.removeFirst())
        let content = Self.first(type)
        type.removeFirst(content.count + 1)
        return .dictionary(
            DBusDictionary(
                Self.signature(key), Self.signature(content),
                (0..<int(0...4)).map { _ in .init(value(of: key), value(of: content)) }))
    }

    private mutating func string() -> String {
        let scalars = (0..<int(0...12)).map { _ in
            Unicode.Scalar(UInt32(int(0...9) == 0 ? int(0xE000...0x10FFFF) : int(1...0x2FF))) ?? "x"
        }
        return String(String.UnicodeScalarView(scalars))
    }

    private static func signature(_ text: String) -> Signature {
        (try? Signature(text)) ?? "y"
    }

    /// The first complete type of the signature.
    private static func first(_ signature: Substring) -> String {
        var rest = signature
        let letter = rest.removeFirst()
        switch letter {
        case "a": return "a" + first(rest)
        case "(", "{":
            var depth = 0
            for (index, letter) in signature.enumerated() {
                if letter == "(" || letter == "{" { depth += 1 }
                if letter == ")" || letter == "}" { depth -= 1 }
                if depth == 0 { return String(signature.prefix(index + 1)) }
            }
            return String(signature)
        default: return String(letter)
        }
    }
}
