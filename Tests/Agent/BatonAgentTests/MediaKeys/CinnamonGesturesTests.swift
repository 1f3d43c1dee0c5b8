// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Foundation
import Testing

/// `batonctl setup --gestures` on Cinnamon, with GSettings and a schema of the keys that it has (rule DG1).
@Suite struct CinnamonGesturesTests {
    private static let schema = "org.cinnamon.gestures"
    private static let keys = ["swipe-left-3", "swipe-right-3", "swipe-left-4", "swipe-right-4", "swipe-up-4"]

    private func gsettings(_ desktop: KeyDesktop, _ words: String...) throws -> String {
        try desktop.run(["gsettings"] + words).output.trimmingCharacters(in: .newlines)
    }

    private func values(_ desktop: KeyDesktop) throws -> [String] {
        try Self.keys.map { try gsettings(desktop, "get", Self.schema, $0) }
    }

    private func desktop() throws -> KeyDesktop {
        let desktop = try KeyDesktop("X-Cinnamon", settings: nil, hasDisplay: false)
        let keys = Self.keys.map { "<key name=\"\($0)\" type=\"s\"><default>''</default></key>" }.joined()
        let folder = desktop.stage.folder
        folder.write(
            "<schemalist><schema id=\"\(Self.schema)\" path=\"/org/cinnamon/gestures/\">\(keys)</schema></schemalist>",
            to: "schemas/cinnamon.gschema.xml")
        #expect(try desktop.run(["glib-compile-schemas", "\(folder.path)/schemas"]).status == 0)
        desktop.set("GSETTINGS_SCHEMA_DIR", "\(folder.path)/schemas")
        return desktop
    }

    @Test("DG1: Cinnamon: four fingers undo and redo, with media three change tracks; --revert gives it all back")
    func cinnamon() throws {
        let desktop = try desktop()
        _ = try gsettings(desktop, "set", Self.schema, "swipe-up-4", "TOGGLE_EXPO::end")
        let before = try values(desktop)
        #expect(try desktop.batonctl("setup", "--gestures", "--yes").status == 0)
        var now = try values(desktop)
        #expect(now[0] == "''" && now[1] == "''" && now[4] == before[4], "\(now)")
        for (value, command) in [(now[2], "undo"), (now[3], "redo")] {
            #expect(value.hasPrefix("'EXEC::") && value.hasSuffix("batonctl \(command)::end'"), "\(value)")
        }
        // What is there is left as it is, until it is taken back.
        #expect(try desktop.batonctl("setup", "--gestures=media", "--yes").status == 0)
        #expect(try values(desktop) == now)
        #expect(try desktop.batonctl("setup", "--revert").status == 0)
        #expect(try desktop.batonctl("setup", "--gestures=media", "--yes").status == 0)
        now = try values(desktop)
        for (value, command) in [(now[0], "next"), (now[1], "previous"), (now[2], "undo"), (now[3], "redo")] {
            #expect(value.hasSuffix("batonctl \(command)::end'"), "\(now)")
        }
        #expect(try desktop.batonctl("setup", "--revert").status == 0)
        #expect(try values(desktop) == before)
    }

    @Test("SETUP5, SETUP10: Cinnamon: gestures that the user has taken out are not bound again, and the doctor says so")
    func takenOut() throws {
        let desktop = try desktop()
        #expect(try desktop.batonctl("setup", "--gestures", "--yes").status == 0)
        #expect(try desktop.batonctl("doctor", "--json").output.contains("\"gestures-bound\""))
        _ = try gsettings(desktop, "set", Self.schema, "swipe-left-4", "")
        let before = try values(desktop)
        let again = try desktop.batonctl("setup", "--gestures", "--yes")
        #expect(again.status == 1 && again.output.contains("you have taken Baton's out of Cinnamon"), "\(again.output)")
        #expect(try values(desktop) == before)
        #expect(try desktop.batonctl("doctor", "--json").output.contains("\"gestures-taken-out\""))
        // What is left of them is taken back; what the user has set stays.
        #expect(try desktop.batonctl("setup", "--revert").status == 0)
        #expect(try values(desktop) == Self.keys.map { _ in "''" })
    }
}
