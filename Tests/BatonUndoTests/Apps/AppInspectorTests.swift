// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BatonSession
@testable import BatonUndo

/// What an app is, by all that tells: its names, and its process.
@MainActor
@Suite struct AppInspectorTests {
    /// A window, its process, and what they come to.
    struct Row: Sendable, CustomTestStringConvertible {
        var identifier: String
        var program: String
        var holdsTerminal = false
        var isCertain = true
        var kind: AppKind
        var testDescription: String { "\(identifier) by \(program)" }
    }

    nonisolated static let rows = [
        Row(identifier: "Geany\ngeany", program: "/usr/bin/geany", kind: .usual),
        Row(identifier: "Geany\ngeany", program: "/usr/bin/geany", holdsTerminal: true, kind: .withTerminal),
        Row(identifier: "Scratchpad", program: "/usr/bin/xterm", kind: .denied),
        Row(identifier: "Scratchpad", program: "/usr/bin/newterm", holdsTerminal: true, kind: .denied),
        Row(identifier: "Geany", program: "/usr/bin/xterm", holdsTerminal: true, kind: .denied),
        Row(identifier: "", program: "/usr/bin/newterm", holdsTerminal: true, kind: .denied),
        Row(identifier: "Code", program: "/usr/share/code/code", holdsTerminal: true, kind: .withTerminal),
        Row(identifier: "jetbrains-idea", program: "/opt/jbr/bin/java", holdsTerminal: true, kind: .withTerminal),
        Row(identifier: "Thing", program: "/usr/bin/java", holdsTerminal: true, kind: .denied),
        Row(identifier: "Thing", program: "/usr/bin/java", kind: .usual),
        Row(identifier: "org.gnome.Nautilus", program: "/usr/bin/nautilus", kind: .fileManager),
        Row(identifier: "files", program: "/usr/bin/pcmanfm-qt", kind: .fileManager),
        Row(identifier: "dolphin", program: "/usr/bin/dolphin", holdsTerminal: true, kind: .withTerminal),
        Row(identifier: "xfreerdp-work", program: "/usr/bin/xfreerdp", kind: .denied),
        Row(identifier: "Game", program: "/usr/bin/gamescope", kind: .denied),
        // The other end of a connection says nothing about the app.
        Row(identifier: "Editor", program: "/usr/bin/xdg-dbus-proxy", kind: .unknown),
        Row(identifier: "Editor", program: "/usr/bin/ssh", kind: .unknown),
        // What the window says of its process counts against keys, and never for them.
        Row(identifier: "Geany", program: "/usr/bin/geany", isCertain: false, kind: .unknown),
        Row(
            identifier: "Geany", program: "/usr/bin/newterm", holdsTerminal: true, isCertain: false, kind: .withTerminal
        ),
        Row(identifier: "Scratchpad", program: "/usr/bin/xterm", isCertain: false, kind: .denied),
    ]

    @Test("an app is what its names, its program and its open files come to", arguments: rows)
    func kind(_ row: Row) throws {
        let processes = FakeProcesses()
        try processes.add(7, running: row.program, opens: [row.holdsTerminal ? "/dev/ptmx" : "/dev/null"])
        let inspector = AppInspector(
            environment: ["HOME": "/nonexistent", "XDG_DATA_DIRS": "/nonexistent"],
            processes: ProcessInspector(root: processes.path))
        let app = FocusedApp(process: 7, isProcessCertain: row.isCertain, identifier: row.identifier)
        #expect(inspector.kind(of: app) == row.kind)
        // The same where the display names a process that has ended, and the window the right one.
        let claimed = FocusedApp(
            process: 8, isProcessCertain: true, claimedProcess: 7, identifier: row.identifier)
        #expect(inspector.kind(of: claimed) == ([.denied, .withTerminal].contains(row.kind) ? row.kind : .unknown))
        // A process that is gone leaves the names.
        let gone = FocusedApp(process: 8, identifier: row.identifier)
        #expect(inspector.kind(of: gone) == .unknown)
    }
}
