// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Foundation
import Testing

@testable import batonctl

/// `batonctl` and the agent as it ships, with a real editor under a real X server.
@Suite struct EditorTests {
    /// An X server, a window manager, batond, and mousepad with a word typed into it.
    private final class Desk {
        let stage: Stage
        let agent: ChildProcess
        private let environment: [String: String]
        private let file: URL
        private var programs: [ChildProcess] = []

        init() throws {
            stage = try Stage()
            file = stage.directory.appending(path: "note.txt")
            try "base\n".write(to: file, atomically: true, encoding: .utf8)
            let home = stage.directory.path
            var environment = [
                "DBUS_SESSION_BUS_ADDRESS": stage.address, "HOME": home, "XDG_RUNTIME_DIR": home, "LC_ALL": "C.UTF-8",
                "PATH": "/usr/local/bin:/usr/bin:/bin", "GSETTINGS_BACKEND": "memory", "NO_AT_BRIDGE": "1",
                "GTK_USE_PORTAL": "0", "SWIFT_BACKTRACE": "enable=no",
                "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent",
            ]
            let server = try ChildProcess(XServer.command, environment: environment)
            try #require(stage.turn { !server.lines.isEmpty }, "\(server.errors)")
            environment["DISPLAY"] = ":\(server.lines[0])"
            self.environment = environment
            programs = [server, try ChildProcess(["openbox", "--sm-disable"], environment: environment)]
            agent = try ChildProcess([Stage.program("batond"), "--set", "undo.cool-down=0s"], environment: environment)
            programs.append(try ChildProcess(["mousepad", file.path], environment: environment))
            try write()
        }

        deinit {
            agent.kill()
            for program in programs.reversed() { program.kill() }
        }

        /// Types as soon as the doctor says that the editor is in front.
        private func write() throws {
            try #require(
                stage.turn {
                    // A window that appeared before the window manager did has no focus yet.
                    try run("xdotool", "search", "--onlyvisible", "--class", "mousepad", "windowactivate")
                    let report = try stage.run("doctor", "--json").output
                    return report.contains(#""name":"x11","state":"works","reason":"in front: Mousepad, process "#)
                }, "\(agent.errors)")
            try run("xdotool", "type", "--delay", "30", "zzqx")
            try #require(stage.turn { try saved() == "zzqxbase\n" })
        }

        /// The text of the file, after saving.
        func saved() throws -> String {
            try run("xdotool", "key", "--clearmodifiers", "ctrl+s")
            return try String(contentsOf: file, encoding: .utf8)
        }

        private func run(_ arguments: String...) throws {
            let program = try ChildProcess(arguments, environment: environment)
            try #require(stage.turn { program.hasEnded }, "\(arguments)")
        }

        /// A notification daemon that accepts everything, and records what it was asked to show and to close.
        func serveNotifications() throws -> () -> (shown: Int, closed: Int) {
            var shown = 0
            var closed = 0
            let types: [Signature] = ["s", "u", "s", "s", "s", "as", "a{sv}", "i"]
            let methods = [
                Method("GetCapabilities", out: [Argument("", "as")]) { $0.reply(.strings(["actions"])) },
                Method("Notify", in: types.map { Argument("", $0) }, out: [Argument("", "u")]) { call in
                    shown += 1
                    call.reply(.uint32(7))
                },
                Method("CloseNotification", in: [Argument("", "u")]) { call in
                    closed += 1
                    call.reply()
                },
            ]
            let daemon = try stage.connect()
            daemon.export(
                ExportedObject(interfaces: [Interface("org.freedesktop.Notifications", methods: methods)]),
                at: "/org/freedesktop/Notifications")
            try stage.own("org.freedesktop.Notifications", daemon)
            return { (shown, closed) }
        }
    }

    @Test("undo removes the typed word in a real editor, and redo restores it")
    func undoes() throws {
        let desk = try Desk()
        #expect(try desk.stage.run("undo") == (0, "undone\n", ""))
        #expect(try desk.stage.turn { try desk.saved() == "base\n" })
        #expect(try desk.stage.run("redo") == (0, "redone\n", ""))
        #expect(try desk.stage.turn { try desk.saved() == "zzqxbase\n" })
        #expect(try desk.stage.run("doctor", "--all").output.contains("works in all X11 apps"))
    }

    @Test("a simulated shake asks, the choice undoes or redoes, and the question is closed")
    func chooses() throws {
        let desk = try Desk()
        let counts = try desk.serveNotifications()
        #expect(try desk.stage.run("simulate-shake", "--choose", "undo") == (0, "", ""))
        #expect(try desk.stage.turn { try desk.saved() == "base\n" })
        #expect(try desk.stage.run("simulate-shake", "--choose", "redo") == (0, "", ""))
        #expect(try desk.stage.turn { try desk.saved() == "zzqxbase\n" })
        #expect(desk.stage.turn { counts() == (2, 2) }, "\(counts())")
    }

    @Test("without a notification daemon no question is asked, and nothing is undone")
    func nobodyAsks() throws {
        let desk = try Desk()
        let result = try desk.stage.run("simulate-shake", "--choose", "undo")
        #expect(result.status == 1)
        #expect(result.errors.hasPrefix("It failed: the question cannot be shown"), "\(result.errors)")
        #expect(try desk.saved() == "zzqxbase\n")
    }
}
