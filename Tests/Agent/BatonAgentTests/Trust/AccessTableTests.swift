// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Foundation
import FoundationXML
import Testing

@testable import BatonAPI
@testable import BatonIntake
@testable import BatonSession

/// The access table covers everything that is exported, and nothing else.
@Suite struct AccessTableTests {
    /// The members of an object, from its introspection data over the bus.
    private final class Served: NSObject, XMLParserDelegate {
        private(set) var members: Set<ObjectMember> = []
        /// Properties whose signal contains the value.
        private(set) var told: Set<ObjectMember> = []
        private var property: ObjectMember?
        private var interface: InterfaceName = "a.b"

        init(_ xml: String) {
            super.init()
            let parser = XMLParser(data: Data(xml.utf8))
            parser.delegate = self
            #expect(parser.parse())
        }

        func parser(
            _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            guard let name = attributes["name"] else { return }
            if name == "org.freedesktop.DBus.Property.EmitsChangedSignal", attributes["value"] != "true" {
                property.map { _ = told.remove($0) }
            }
            if element == "interface", let interface = try? InterfaceName(name) { self.interface = interface }
            guard !interface.rawValue.hasPrefix("org.freedesktop.DBus."), let member = try? MemberName(name) else {
                return
            }
            if element == "method" { members.insert(.call(interface, member)) }
            guard element == "property" else { return }
            members.insert(.read(interface, member))
            told.insert(.read(interface, member))
            property = .read(interface, member)
            if attributes["access"] == "readwrite" { members.insert(.write(interface, member)) }
        }
    }

    private func served(_ stage: AgentStage, _ path: ObjectPath) throws -> Served {
        let agent = try #require(try stage.owner(of: AgentStage.baton))
        let message = Message.methodCall(
            to: agent, path: path, interface: "org.freedesktop.DBus.Introspectable", member: "Introspect")
        return Served(try #require(try stage.call(message).get().first?.asString))
    }

    private func rows(_ object: AccessTable.Object) -> Set<ObjectMember> {
        Set(AccessTable.rows.filter { $0.object == object }.flatMap(\.members))
    }

    @Test(
        "each member that is served has a row, and each row a member",
        arguments: [
            ("/org/mpris/MediaPlayer2" as ObjectPath, AccessTable.Object.face), ("/org/baton/Baton1", .application),
            ("/org/gnome/SettingsDaemon/MediaKeys", .mediaKeys),
        ])
    func complete(path: ObjectPath, object: AccessTable.Object) throws {
        let stage = try AgentStage(["media-keys.serve=yes"])
        let served = try served(stage, path).members
        #expect(served.subtracting(rows(object)) == [], "without a row")
        #expect(rows(object).subtracting(served) == [], "a row of nothing")
    }

    @Test(
        "of what not anyone may read no signal tells the value; of a face it tells the players' names, as playerctld's does"
    )
    func told() throws {
        let stage = try AgentStage()
        for (path, object) in [
            ("/org/mpris/MediaPlayer2" as ObjectPath, AccessTable.Object.face), ("/org/baton/Baton1", .application),
        ] {
            let callers = AccessTable.callers(on: object)
            let told = try served(stage, path).told.filter { callers[$0] != .anyone }
            #expect(told == (object == .face ? [.read(BatonBus.playerctld, "PlayerNames")] : []))
        }
    }

    @Test("SECURITY.md has exactly the rows of the table")
    func documentation() throws {
        let page = "\(Checkout.root)/SECURITY.md"
        let text = try String(contentsOfFile: page, encoding: .utf8)
        let parts = text.components(separatedBy: "<!-- access: made from the code, see AccessTableTests -->\n")
        try #require(parts.count == 2)
        let table = try #require(parts[1].components(separatedBy: "<!-- end of access -->").first)
        func list(_ names: [MemberName]) -> String {
            names.isEmpty ? "–" : names.map { "`\($0)`" }.joined(separator: ", ")
        }
        let rows = AccessTable.rows.map { row in
            "| \(row.object.rawValue) | `\(row.interface)` | \(row.callers.rawValue) "
                + "| \(list(row.calls)) | \(list(row.reads)) | \(list(row.writes)) |\n"
        }
        let made = "| object | interface | who | calls | reads | writes |\n|---|---|---|---|---|---|\n" + rows.joined()
        if getenv("BATON_WRITE_DOCS") != nil {
            try text.replacing(table, with: made).write(toFile: page, atomically: true, encoding: .utf8)
        } else {
            #expect(table == made, "run BATON_WRITE_DOCS=1 swift test --filter AccessTableTests")
        }
    }

    @MainActor @Test("the player at BlueZ's adapters is for bluetoothd alone, in all its members")
    func bluetooth() {
        #expect(Set(BluetoothPlayer().object.members) == rows(.bluetooth))
        #expect(AccessTable.rows.filter { $0.object == .bluetooth }.allSatisfy { $0.callers == .peer })
    }

    @Test("no member stands in two rows of one object")
    func once() {
        for object in AccessTable.Object.allCases {
            let members = AccessTable.rows.filter { $0.object == object }.flatMap(\.members)
            #expect(Set(members).count == members.count, "\(object)")
        }
    }

    @Test("whatever changes or tells what the user does is not for anyone")
    func strict() {
        let open = AccessTable.rows.filter { $0.callers == .anyone }
        #expect(open.allSatisfy { $0.writes.isEmpty })
        let calls = Set(open.flatMap(\.calls).map(\.rawValue))
        #expect(
            calls == [
                "Next", "Previous", "Pause", "PlayPause", "Stop", "Play", "Seek", "GetTracksMetadata", "GetPlaylists",
                "SendRemoteControlEvent", "PerformRemoteControlEvent", "Begin", "End",
            ])
    }
}
