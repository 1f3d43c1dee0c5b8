// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import SystemPackage
import Testing

@testable import BatonDBus

@Suite("Values")
struct ValueTests {
    private static func message(_ values: [Value]) throws -> Message {
        let message = Message.signal(path: "/a", interface: "a.b", member: "C")
        try message.append(contentsOf: values)
        return message
    }

    @Test("values of every type come back as they were sent", arguments: 0..<40)
    func roundTrip(seed: Int) throws {
        var random = RandomValues(seed: UInt64(seed))
        for _ in 0..<50 {
            let values = (0..<random.int(0...4)).map { _ in random.value(depth: 5) }

            guard let message = try? Self.message(values) else {
                // Four random types may need more than 255 letters.
                #expect(values.map(\.signatureText).joined().utf8.count > 255)
                continue
            }

            #expect(try message.arguments() == values)
            #expect(message.signature.rawValue == values.map(\.signatureText).joined())
        }
    }

    @Test("the deepest value is 32 containers deep; a deeper one is an error")
    func depth() throws {
        var value = Value.byte(1)
        for _ in 0..<32 { value = .variant(value) }

        #expect(try Self.message([value]).arguments() == [value])
        #expect(throws: DBusError.self) { try Self.message([.variant(value)]) }
    }

    @Test("structures and arrays nest 32 deep, and deeper ones are an error, also empty")
    func signatureDepth() throws {
        let deepest = String(repeating: "a", count: 31) + "y"
        let array = Value.array(DBusArray(try Signature(deepest), []))
        #expect(try Self.message([array]).arguments() == [array])
        let tooDeep = Value.array(DBusArray(try Signature("a" + deepest), []))
        #expect(throws: DBusError.self) { try Self.message([tooDeep]) }
        #expect(throws: DBusError.self) { try Self.message([.variant(tooDeep)]) }

        var structure = Value.byte(1)
        for _ in 0..<32 { structure = .structure([structure]) }
        #expect(try Self.message([structure]).arguments() == [structure])
        #expect(throws: DBusError.self) { try Self.message([.structure([structure])]) }
    }

    @Test(
        "a value that is not what it says is an error, and nothing is appended",
        arguments: [
            .string("a\0b"), .structure([]), .variant(.string("\0")), .variant(.structure([])),
            .array(DBusArray("s", [.string("a"), .int32(1)])), .array(DBusArray("", [])),
            .array(DBusArray("ss", [])), .array(DBusArray("ss", [.string("a")])),
            .dictionary(DBusDictionary("v", "s", [])), .dictionary(DBusDictionary("as", "s", [])),
            .dictionary(DBusDictionary("", "s", [])), .dictionary(DBusDictionary("s", "", [])),
            .dictionary(DBusDictionary("s", "ss", [])),
            .dictionary(DBusDictionary("s", "v", [.init(.string("a"), .string("not a variant"))])),
            .dictionary(DBusDictionary("s", "v", [.init(.int32(1), .variant(.int32(1)))])),
            .signature(Value.structure([]).signature), .array(DBusArray(Value.structure([]).signature, [])),
            .fileDescriptor(UnixFileDescriptor(owning: FileDescriptor(rawValue: -1))),
        ] as [Value])
    func badValues(value: Value) throws {
        let message = try Self.message([.int32(7)])

        #expect(throws: DBusError.self) { try message.append(value) }

        #expect(try message.arguments() == [.int32(7)])
    }

    @Test("a message has at most 255 type letters, in one piece or in several")
    func signatureLength() throws {
        let most = [Value](repeating: .byte(1), count: 255)

        let message = try Self.message(most)

        #expect(try message.arguments() == most)
        #expect(throws: DBusError.self) { try message.append(.byte(1)) }
        #expect(throws: DBusError.self) { try Self.message([.variant(.structure(most))]) }
        #expect(throws: DBusError.self) { try Self.message([.structure(most)]) }
    }

    @Test("a megabyte of bytes and one of text come back whole")
    func large() throws {
        let bytes = Value.array(DBusArray("y", [Value](repeating: .byte(42), count: 1 << 20)))
        let text = Value.string(String(repeating: "ä", count: 1 << 19))

        #expect(try Self.message([bytes, text]).arguments() == [bytes, text])
    }

    @Test("more than 64 MiB in an array is an error")
    func tooLarge() {
        let piece = Value.string(String(repeating: "x", count: 1 << 20))

        #expect(throws: DBusError.self) {
            try Self.message([.array(DBusArray("s", [Value](repeating: piece, count: 65)))])
        }
        #expect(throws: DBusError.self) { try Self.message([Value](repeating: piece, count: 130)) }
    }

    @Test("a message with more than two million values is not read, however small they are")
    func tooMany() throws {
        let bytes = [Value](repeating: .byte(0), count: (2 << 20) + 1)
        let message = try Self.message([.array(DBusArray("y", bytes))])

        let error = #expect(throws: DBusError.self) { try message.arguments() }

        #expect(error?.name == .limitsExceeded)
    }

    @Test("numbers are read from whatever integer type they came in, if they fit")
    func tolerantNumbers() {
        #expect(Value.uint64(.max).asInt64 == nil)
        #expect(Value.variant(.variant(.uint32(7))).asInt64 == 7)
        #expect(Value.double(2.4e6).asInt64 == 2_400_000)
        #expect(Value.double(.nan).asInt64 == nil)
        #expect(Value.double(1e300).asInt64 == nil)
        #expect(Value.string("7").asInt64 == nil)
        #expect(Value.int16(-3).asDouble == -3)
    }

    @Test("the last of repeated keys counts, and variants are unwrapped")
    func dictionaries() {
        let value = Value.vardict([("a", .int32(1)), ("b", .strings(["x"])), ("a", .variant(.string("2")))])

        #expect(value.asVardict == ["a": .string("2"), "b": .strings(["x"])])
        guard case .dictionary(let dictionary) = value else { return }
        #expect(dictionary["a"] == .string("2"))
        #expect(dictionary["c"] == nil)
        #expect(Value.dictionary(DBusDictionary("i", "s", [])).asVardict == nil)
    }

    @Test("a value is small: the memory of a player's cache depends on it")
    func size() {
        #expect(MemoryLayout<Value>.stride <= 24)
    }
}
