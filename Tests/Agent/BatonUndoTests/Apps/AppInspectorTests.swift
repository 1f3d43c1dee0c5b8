// SPDX-License-Identifier: Apache-2.0

import BatonAPI
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
        var opens = "/dev/null"
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
        // A virtual machine, and a compositor or X server, by their files: no name is needed.
        Row(names: ["Thing"], program: "/opt/emulator", opens: "/dev/kvm", kind: .denied),
        Row(names: ["wlroots"], program: "/usr/bin/sway", opens: "socket:[11]", kind: .denied),
        Row(names: ["Screen"], program: "/opt/server", opens: "socket:[12]", kind: .denied),
        Row(names: ["Geany"], program: "/usr/bin/geany", opens: "socket:[13]", kind: .usual),
        Row(names: ["Geany"], program: "/usr/bin/geany", opens: "socket:[14]", kind: .usual),
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

    /// The kernel's list: displays, a socket of another program's, and a connection to a display.
    nonisolated static let sockets = """
        Num       RefCount Protocol Flags    Type St Inode Path
        0000000000000000: 00000002 00000000 00010000 0001 01    11 /run/user/1000/wayland-2
        0000000000000000: 00000002 00000000 00010000 0001 01    12 @/tmp/.X11-unix/X1
        0000000000000000: 00000002 00000000 00010000 0001 01    13 /run/user/1000/thing
        0000000000000000: 00000003 00000000 00000000 0001 03    14 /run/user/1000/wayland-1
        0000000000000000: 00000002 00000000 00010000 0001 01    15 /run/user/1000/sway-ipc.1000.7.sock

        """

    @Test("UNDO47: the displays that a process serves")
    func displays() {
        let served = ServedDisplays(list: Array(Self.sockets.utf8), sockets: [11, 15]) { _ in false }
        #expect(served.wayland == "/run/user/1000/wayland-2")
        #expect(served.sway == "/run/user/1000/sway-ipc.1000.7.sock")
        #expect(!ServedDisplays(list: Array(Self.sockets.utf8), sockets: [13, 14]) { _ in false }.isDisplay)
        // Any name, if it has libwayland's lock beside it.
        let locked = ServedDisplays(list: Array(Self.sockets.utf8), sockets: [13]) { $0.hasSuffix("/thing.lock") }
        #expect(locked.wayland == "/run/user/1000/thing")
        for text in ["", "\n\n", "a b c d e f g h", "0: 0 0 zz 1 1 11 /x", String(repeating: "0 ", count: 5000)] {
            #expect(ServedDisplays(list: Array(text.utf8), sockets: [11]) { _ in true } == ServedDisplays())
        }
    }

    @Test("UNDO18: what an app is that gets no keys follows from each evidence")
    func denied() throws {
        for (names, program, link, kind) in [
            (["Emacs"], "/usr/bin/emacs-gtk", "/dev/null", "editor"),
            (["emacs-lucid"], "/usr/bin/x", "/dev/null", "editor"),
            (["Thing"], "/usr/bin/emacs-gtk", "/dev/ptmx", "editor"),
            (["Thing"], "/usr/bin/newterm", "/dev/ptmx", "terminal"),
            (["Thing"], "/usr/bin/qemu-system-x86_64", "/dev/null", "remote-desktop"),
            (["Thing"], "/usr/bin/thing", "/dev/kvm", "remote-desktop"),
            (["KeePassXC"], "/usr/bin/keepassxc", "/dev/null", "password-prompt"),
            (["Thing"], "/usr/libexec/ssh-askpass", "/dev/null", "password-prompt"),
        ] as [([String], String, String, String)] {
            let processes = FakeProcesses()
            try processes.add(7, running: program, opens: [link])
            let inspector = AppInspector(
                environment: ["HOME": "/nonexistent", "XDG_DATA_DIRS": "/nonexistent"],
                processes: ProcessInspector(root: processes.path))
            let judgement = inspector.judge(FocusedApp(process: 7, names: names))
            #expect(judgement.kind == .denied && judgement.denied?.rawValue == kind, "\(names) \(program)")
        }
    }

    @Test(
        "UNDO46: dialogs of scripts ask for a secret by their arguments, and others of them do not",
        arguments: [
            ("zenity", ["--password"], true), ("zenity", ["--forms", "--add-password=PIN"], true),
            ("zenity", ["--entry", "--hide-text"], true), ("zenity", ["--entry"], false),
            ("zenity", ["--text-info", "--editable"], false), ("yad", ["--entry", "--hide-text"], true),
            ("yad", ["--form", "--field=Pass word:H"], true), ("yad", ["--form", "--field", "PIN:H"], true),
            ("yad", ["--form", "--field=Name"], false), ("kdialog", ["--newpassword", "x"], true),
            ("kdialog", ["--password", "x"], true), ("kdialog", ["--inputbox", "x"], false),
            ("rofi", ["-dmenu", "-password"], true), ("rofi", ["-show", "run"], false),
            ("gedit", ["--password"], false), ("yad", ["--notebook", "--key=7"], true),
            ("yad", ["--paned", "--key=7"], true), ("yad", ["--form", "--item-separator=!"], false),
            ("fuzzel", ["--dmenu", "--passw=*"], true), ("bemenu", ["-xindicator"], true), ("wofi", ["-Pc"], true),
            ("tofi", ["--hide"], true), ("fuzzel", ["--prompt=x"], false), ("wofi", ["--p"], false),
            ("Xdialog".lowercased(), ["--passwordb", "x"], true), ("rofi", ["-xoffset", "4"], false),
            ("zenity", ["--pass"], false),
        ] as [(String, [String], Bool)])
    func secrets(_ program: String, _ arguments: [String], _ asks: Bool) {
        #expect(SecretDialogs.asks(program, arguments) == asks)
        // What cannot be read counts as a secret.
        #expect(SecretDialogs.asks(program, nil) == (program != "gedit"))
    }

    @Test("the kind of an app follows from its names, its program and its open files", arguments: rows)
    func kind(_ row: Row) throws {
        let processes = FakeProcesses()
        try processes.add(7, running: row.program, opens: [row.holdsTerminal ? "/dev/ptmx" : row.opens])
        processes.setSockets(Self.sockets, of: 7)
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
