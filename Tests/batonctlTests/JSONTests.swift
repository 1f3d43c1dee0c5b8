// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import batonctl

@Suite struct JSONTests {
    @Test("members keep their order, text is escaped")
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

    @Test("another reader gets back every character")
    func roundTrips() throws {
        let all = String(String.UnicodeScalarView((0...0x2fff).compactMap(Unicode.Scalar.init))) + "🎵"
        let data = Data(JSON.array([.string(all)]).text.utf8)
        let read = try JSONSerialization.jsonObject(with: data) as? [String]
        #expect(read?.first?.unicodeScalars.elementsEqual(all.unicodeScalars) == true)
    }
}
