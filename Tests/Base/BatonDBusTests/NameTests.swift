// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Testing

@Suite("Names")
struct NameTests {
    @Test(
        "a bus name is unique or well-known, with at least two elements and at most 255 bytes",
        arguments: [
            (":1.42", true), ("org.mpris.MediaPlayer2.vlc", true), ("org", false), ("", false),
            ("org..x", false), ("org.1x", false), ("org.a-b", true), ("org.ä", false), ("org.x ", false),
            ("org.x\0y", false), ("a." + String(repeating: "b", count: 253), true),
            ("a." + String(repeating: "b", count: 254), false),
        ])
    func busNames(text: String, isValid: Bool) {
        #expect(((try? BusName(text)) != nil) == isValid)
    }

    @Test(
        "an object path begins with a slash, and has no empty or odd elements",
        arguments: [
            ("/", true), ("/org/mpris/MediaPlayer2", true), ("", false), ("org", false), ("//", false), ("/a/", false),
            ("/a-b", false), ("/a b", false), ("/ä", false), ("/a\0", false), ("spotify:track:1", false),
        ])
    func objectPaths(text: String, isValid: Bool) {
        #expect(((try? ObjectPath(text)) != nil) == isValid)
    }

    @Test(
        "an interface or error name has two elements that do not begin with a digit",
        arguments: [("a.b", true), ("a", false), ("a.b-c", false), ("a.1b", false), (".a.b", false), ("a.b\0", false)])
    func interfaceNames(text: String, isValid: Bool) {
        #expect(((try? InterfaceName(text)) != nil) == isValid)
        #expect(((try? ErrorName(text)) != nil) == isValid)
    }

    @Test(
        "a member name is one element",
        arguments: [("PlayPause", true), ("a.b", false), ("", false), ("1a", false), ("_1", true), ("a b", false)])
    func memberNames(text: String, isValid: Bool) {
        #expect(((try? MemberName(text)) != nil) == isValid)
    }

    @Test(
        "a signature is a series of complete types, nested at most 32 arrays and 32 structures deep",
        arguments: [
            ("", true), ("a{sv}", true), ("a{vs}", false), ("a", false), ("()", false), ("(s", false), ("sss", true),
            ("z", false), (String(repeating: "a", count: 32) + "s", true),
            (String(repeating: "a", count: 33) + "s", false), (String(repeating: "y", count: 255), true),
            (String(repeating: "y", count: 256), false),
        ])
    func signatures(text: String, isValid: Bool) {
        #expect(((try? Signature(text)) != nil) == isValid)
    }

    @Test("the error of a bad name quotes it in one line and not at length")
    func quotedNames() throws {
        let error = #expect(throws: DBusError.self) { try BusName("a\nb" + String(repeating: "x", count: 5000)) }

        #expect(error?.name == .invalidArguments)
        #expect(error?.message.contains("a?bxxx") == true)
        #expect((error?.message.utf8.count ?? 0) < 200)
    }

    @Test("a unique name is told from a well-known one")
    func uniqueness() {
        #expect((":1.42" as BusName).isUnique)
        #expect(!("org.x.y" as BusName).isUnique)
        #expect(BusName.bus.rawValue == "org.freedesktop.DBus")
    }

    @Test("random bytes are never a trap, whatever they are validated as")
    func garbage() {
        var random = SeededRandom(seed: 1)
        for _ in 0..<5000 {
            let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                Bool.random(using: &random)
                    ? UInt8.random(in: 0...255, using: &random)
                    : Array("/.:_-as{v}(o)1".utf8).randomElement(using: &random) ?? 0
            }
            let text = String(decoding: bytes, as: UTF8.self)
            _ = try? BusName(text)
            _ = try? ObjectPath(text)
            _ = try? InterfaceName(text)
            _ = try? MemberName(text)
            _ = try? ErrorName(text)
            _ = try? Signature(text)
        }
    }
}
