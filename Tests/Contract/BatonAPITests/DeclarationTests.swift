// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonTestSupport
import Foundation
import Testing

/// What is made from the declarations of the D-Bus API.
@Suite struct DeclarationTests {
    static var interfaces: [any InterfaceDeclaration.Type] {
        [ApplicationInterface.self, MotionInterface.self, InterruptionsInterface.self, ResponderInterface.self]
    }

    @Test("dbus/*.xml is made from the declarations", arguments: interfaces.indices)
    func xml(index: Int) throws {
        let interface = Self.interfaces[index]
        let made = InterfaceXML(interface).text
        let file = "\(Checkout.root)/dbus/\(interface.name).xml"
        if getenv("BATON_WRITE_DOCS") != nil { try made.write(toFile: file, atomically: true, encoding: .utf8) }
        #expect(
            try String(contentsOfFile: file, encoding: .utf8) == made,
            "run BATON_WRITE_DOCS=1 swift test --filter DeclarationTests")
    }

    @Test("the tables of docs/dbus-api.md are made from the declarations")
    func tables() throws {
        let page = "\(Checkout.root)/docs/dbus-api.md"
        let text = try String(contentsOfFile: page, encoding: .utf8)
        var made = text
        for interface in Self.interfaces {
            let mark = "<!-- members of \(interface.name): made from the declarations, see DeclarationTests -->\n"
            let parts = made.components(separatedBy: mark)
            try #require(parts.count == 2, "\(interface.name)")
            let end = "<!-- end of members -->"
            let rest = parts[1].components(separatedBy: end).dropFirst().joined(separator: end)
            made = parts[0] + mark + MemberTables(interface).text + end + rest
        }
        if getenv("BATON_WRITE_DOCS") != nil { try made.write(toFile: page, atomically: true, encoding: .utf8) }
        #expect(
            try String(contentsOfFile: page, encoding: .utf8) == made,
            "run BATON_WRITE_DOCS=1 swift test --filter DeclarationTests")
    }

    @Test("the declaration of Register names every option that the page has")
    func options() throws {
        let page = try String(contentsOfFile: "\(Checkout.root)/docs/dbus-api.md", encoding: .utf8)
        let table = try #require(page.components(separatedBy: "| option of `Register` |").dropFirst().first)
        let rows = table.components(separatedBy: "\n").dropFirst(2).prefix { $0.hasPrefix("| `") }
        let names = rows.compactMap { $0.components(separatedBy: "`").dropFirst().first }
        #expect(names.count >= 7)
        let register = try #require(ApplicationInterface.members.first { $0.name == "Register" })
        let meaning = try #require(register.fields.last?.meaning)
        for name in names { #expect(meaning.contains("\"\(name)\" "), "\(name)") }
    }

    @Test("each member has a sentence, each argument too, and no name is twice", arguments: interfaces.indices)
    func sentences(index: Int) {
        let members = Self.interfaces[index].members
        #expect(Set(members.map(\.name)).count == members.count)
        for member in members {
            #expect(member.interface == Self.interfaces[index].name)
            #expect(member.meaning.contains("."), "\(member.name)")
            #expect(member.fields.allSatisfy { !$0.meaning.isEmpty }, "\(member.name)")
        }
    }

    @Test("a call comes over the bus as it was")
    func call() throws {
        let message = try ApplicationInterface.tryHeadset.call(("Buds", true, 7))
        #expect(message.interface == ApplicationInterface.name && message.member == "TryHeadset")
        #expect(try message.arguments() == [.string("Buds"), .boolean(true), .uint32(7)])
        #expect(throws: DBusError.self) { try ApplicationInterface.pin.call("a\0b") }
    }

    @Test("an answer of other types is an error")
    func answer() throws {
        let answer = Message.signal(path: BatonBus.path, interface: BatonBus.application, member: "Answer")
        try answer.append(.boolean(true))
        #expect(throws: DBusError.self) { try ApplicationInterface.sendRemoteControlEvent.results(of: answer) }
        try answer.append(.string(":1.7/x"))
        let results = try ApplicationInterface.sendRemoteControlEvent.results(of: answer)
        #expect(results.0 && results.1 == ":1.7/x")
    }

    @Test("a property that is missing, or that has another type, is nil")
    func properties() {
        let values: [String: Value] = ["Pinned": .variant(.string("mpv")), "Ignored": .uint32(1)]
        #expect(ApplicationInterface.pinned.value(in: values) == "mpv")
        #expect(ApplicationInterface.ignored.value(in: values) == nil)
        #expect(ApplicationInterface.shakeToUndo.value(in: values) == nil)
    }

    @Test("a signal is read by its declaration, and no other one is")
    func signal() throws {
        let signal = try InterruptionsInterface.ended.message((7, true, ["org.mpris.MediaPlayer2.mpv"]), to: ":1.1")
        let read = try #require(InterruptionsInterface.ended.arguments(of: signal))
        #expect(read.0 == 7 && read.1 && read.2 == ["org.mpris.MediaPlayer2.mpv"])
        #expect(InterruptionsInterface.began.arguments(of: signal) == nil)
    }
}
