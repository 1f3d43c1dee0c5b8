// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Foundation
import FoundationXML
import Testing

/// batond's introspection data is that of dbus/*.xml (docs/dbus-api.md).
@Suite struct IntrospectionTests {
    /// Turns introspection data into lines that can be compared: one for each method, signal, property and annotation.
    private final class Description: NSObject, XMLParserDelegate {
        private(set) var lines: Set<String> = []
        private(set) var interfaces: Set<String> = []
        private var interface = ""
        private var member = ""
        private var signature: [String] = []

        static func parse(_ data: Data) -> Description {
            let description = Description()
            let parser = XMLParser(data: data)
            parser.delegate = description
            #expect(parser.parse(), "\(String(describing: parser.parserError))")
            return description
        }

        func parser(
            _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            let name = attributes["name"] ?? ""
            switch element {
            case "interface":
                interface = name
                member = ""
                interfaces.insert(name)
            case "method", "signal":
                member = "\(element) \(interface).\(name)"
                signature = []
            case "property":
                member = "property \(interface).\(name)"
                signature = [attributes["type"] ?? "", attributes["access"] ?? ""]
            case "arg":
                // A signal's arguments have the direction "out", whether it is written or not.
                let direction = member.hasPrefix("signal") ? "out" : attributes["direction"] ?? "in"
                signature.append("\(direction) \(attributes["type"] ?? "") \(name)")
            case "annotation":
                lines.insert("\(member.isEmpty ? interface : member) @\(name)=\(attributes["value"] ?? "")")
            default: break
            }
        }

        func parser(
            _ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?
        ) {
            guard ["method", "signal", "property"].contains(element) else { return }
            lines.insert("\(member) (\(signature.joined(separator: ", ")))")
            member = ""
        }
    }

    private static let folder = URL(filePath: Checkout.root).appending(path: "dbus")

    private func written(_ name: String) throws -> Description {
        Description.parse(try Data(contentsOf: Self.folder.appending(path: "\(name).xml")))
    }

    private func served(_ stage: AgentStage, _ name: BusName, _ path: ObjectPath) throws -> Description {
        let message = Message.methodCall(
            to: name, path: path, interface: "org.freedesktop.DBus.Introspectable", member: "Introspect")
        let text = try #require(try stage.call(message).get().first?.asString)
        return Description.parse(Data(text.utf8))
    }

    @Test("MPRIS3: introspection of the face is dbus/*.xml: names, signatures, directions, access, annotations")
    func face() throws {
        let stage = try AgentStage()
        let served = try served(stage, AgentStage.face, "/org/mpris/MediaPlayer2")
        try compare(
            served,
            [
                "org.mpris.MediaPlayer2", "org.mpris.MediaPlayer2.Player", "org.mpris.MediaPlayer2.TrackList",
                "org.mpris.MediaPlayer2.Playlists", "com.github.altdesktop.playerctld",
            ])
    }

    @Test("introspection of org.baton.Baton1 is dbus/*.xml")
    func baton() throws {
        let stage = try AgentStage()
        let served = try served(stage, AgentStage.baton, "/org/baton/Baton1")
        try compare(
            served,
            ["org.baton.Baton1.Application", "org.baton.Baton1.Interruptions", "org.baton.Baton1.Motion"])
    }

    private func compare(_ served: Description, _ names: [String]) throws {
        #expect(served.interfaces.filter { !$0.hasPrefix("org.freedesktop.DBus.") } == Set(names))
        var written: Set<String> = []
        for name in names { written.formUnion(try self.written(name).lines) }
        let lines = served.lines.filter { !$0.contains(" org.freedesktop.DBus.") }
        #expect(lines.subtracting(written) == [], "served, and not in dbus/*.xml")
        #expect(written.subtracting(lines) == [], "in dbus/*.xml, and not served")
    }
}
