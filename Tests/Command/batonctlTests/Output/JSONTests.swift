// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import batonctl

@Suite struct JSONTests {
    @Test("members keep their order, and text is escaped")
    func encodes() {
        let value = JSON.object([
            ("b", .array([.integer(-1), .unsigned(.max), .double(0.5), .double(.nan)])),
            ("a", .string("\"\\\n\u{1}ä/")),
            ("n", .null), ("t", .boolean(true)), ("e", .array([])), ("o", .object([])),
        ])
        #expect(
            value.text
                == #"{"b":[-1,18446744073709551615,0.5,null],"a":"\"\\\n\u0001ä/","n":null,"t":true,"e":[],"o":{}}"#)
    }

    @Test("control characters, line separators and characters that reverse text are escaped")
    func escapes() {
        let scalars: [UInt32] =
            Array(0...0x1F) + Array(0x7F...0x9F) + [0x061C, 0x200E, 0x200F] + Array(0x2028...0x202E)
            + Array(0x2066...0x2069)
        let text = String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init)))
        let encoded = JSON.object([(text, .string(text))]).text
        #expect(encoded.utf8.allSatisfy { (0x20...0x7E).contains($0) })
        #expect(encoded.contains(#"\u001b"#) && encoded.contains(#"\u009b"#) && encoded.contains(#"\u202e"#))
    }

    @Test("another JSON parser reads every character back")
    func roundTrips() throws {
        let all = String(String.UnicodeScalarView((0...0x2fff).compactMap(Unicode.Scalar.init))) + "🎵"
        let data = Data(JSON.array([.string(all)]).text.utf8)
        let read = try JSONSerialization.jsonObject(with: data) as? [String]
        #expect(read?.first?.unicodeScalars.elementsEqual(all.unicodeScalars) == true)
    }
}
