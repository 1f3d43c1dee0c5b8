// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BatonSession
@testable import BatonUndo

/// The kind of an app by its names and its process.
@MainActor
@Suite struct AppInspectorTests {
    /// A window, its process, and the kind of the app.
    struct Row: Sendable, CustomTestStringConvertible {
        var names: [String]
        var program: String
        var holdsTerminal = false
        var isCertain = true
        var kind: AppKind
        var testDescription: String { "\(names) by \(program)" }
    }

    nonisolated static let rows = [
        Row(names: ["Geany", "geany"], program: "/usr/bin/geany", kind: .usual),
        Row(names: ["Geany", "geany"], program: "/usr/bin/geany", holdsTerminal: true, kind: .withTerminal),
        Row(names: ["Scratchpad"], program: "/usr/bin/xterm", kind: .denied),
        Row(names: ["Scratchpad"], program: "/usr/bin/newterm", holdsTerminal: true, kind: .denied),
        Row(names: ["Geany"], program: "/usr/bin/xterm", holdsTerminal: true, kind: .denied),
        Row(names: [], program: "/usr/bin/newterm", holdsTerminal: true, kind: .denied),
        Row(names: ["Code"], program: "/usr/share/code/code", holdsTerminal: true, kind: .withTerminal),
        Row(names: ["jetbrains-idea"], program: "/opt/jbr/bin/java", holdsTerminal: true, kind: .withTerminal),
        Row(names: ["Thing"], program: "/usr/bin/java", holdsTerminal: true, kind: .denied),
        Row(names: ["Thing"], program: "/usr/bin/java", kind: .usual),
        Row(names: ["org.gnome.Nautilus"], program: "/usr/bin/nautilus", kind: .fileManager),
        Row(names: ["files"], program: "/usr/bin/pcmanfm-qt", kind: .fileManager),
        Row(names: ["dolphin"], program: "/usr/bin/dolphin", holdsTerminal: true, kind: .withTerminal),
        Row(names: ["xfreerdp-work"], program: "/usr/bin/xfreerdp", kind: .denied),
        Row(names: ["Game"], program: "/usr/bin/gamescope", kind: .denied),
        // A program that only forwards the window is not evidence of the app.
        Row(names: ["Editor"], program: "/usr/bin/xdg-dbus-proxy", kind: .unknown),
        Row(names: ["Editor"], program: "/usr/bin/ssh", kind: .unknown),
        // The window's own statement about its process counts against keys, and never for them.
        Row(names: ["Geany"], program: "/usr/bin/geany", isCertain: false, kind: .unknown),
        Row(
            names: ["Geany"], program: "/usr/bin/newterm", holdsTerminal: true, isCertain: false, kind: .withTerminal
        ),
        Row(names: ["Scratchpad"], program: "/usr/bin/xterm", isCertain: false, kind: .denied),
    ]

    @Test("the kind of an app follows from its names, its program and its open files", arguments: rows)
    func kind(_ row: Row) throws {
        let processes = FakeProcesses()
        try processes.add(7, running: row.program, opens: [row.holdsTerminal ? "/dev/ptmx" : "/dev/null"])
        let inspector = AppInspector(
            environment: ["HOME": "/nonexistent", "XDG_DATA_DIRS": "/nonexistent"],
            processes: ProcessInspector(root: processes.path))
        let app = FocusedApp(process: 7, isProcessCertain: row.isCertain, names: row.names)
        #expect(inspector.kind(of: app) == row.kind)
        // The same if the display names a process that has ended, and the window the right one.
        let claimed = FocusedApp(
            process: 8, isProcessCertain: true, claimedProcess: 7, names: row.names)
        #expect(inspector.kind(of: claimed) == ([.denied, .withTerminal].contains(row.kind) ? row.kind : .unknown))
        // Without a process only the names count.
        let gone = FocusedApp(process: 8, names: row.names)
        #expect(inspector.kind(of: gone) == .unknown)
    }
}
