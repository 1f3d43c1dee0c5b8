// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import Foundation
import Testing

@testable import BatonAgent

/// KWin's scripting over D-Bus, played by the test as KWin 5.27 and 6 do it; the real one needs a GPU.
@MainActor
@Suite struct KWinFocusTests {
    /// Plays KWin: "runs" a script by calling whom the script calls.
    @MainActor
    final class FakeKWin {
        let connection: Connection
        /// What the active window is to the script: process, class, desktop file, window.
        var window = ["777", "gedit", "org.gnome.gedit", "{1-2-3}"]
        var loadAnswer: Int32 = 5
        var reports = true
        /// Who makes the report.
        var reporter: Connection?
        private(set) var loaded: [String] = []
        private(set) var unloaded: [String] = []
        private(set) var texts: [String] = []

        /// - Parameter path: where its script 5 is, which tells 5.27 from 6.
        init(on stage: UndoStage, path: ObjectPath) throws {
            connection = try stage.connect("org.kde.KWin")
            let load = Method(
                "loadScript", in: [Argument("file", "s"), Argument("name", "s")], out: [Argument("id", "i")]
            ) { [unowned self] call in
                texts.append((try? String(contentsOfFile: call.arguments[0].asString ?? "", encoding: .utf8)) ?? "")
                loaded.append(call.arguments[1].asString ?? "")
                call.reply(.int32(loadAnswer))
            }
            let unload = Method("unloadScript", in: [Argument("name", "s")], out: [Argument("was", "b")]) {
                [unowned self] call in
                unloaded.append(call.arguments[0].asString ?? "")
                call.reply(.boolean(true))
            }
            let run = Method("run", in: [], out: []) { [unowned self] call in
                call.reply()
                if reports { report() }
            }
            connection.export(
                ExportedObject(interfaces: [Interface("org.kde.kwin.Scripting", methods: [load, unload])]),
                at: "/Scripting")
            connection.export(
                ExportedObject(interfaces: [Interface("org.kde.kwin.Script", methods: [run])]), at: path)
        }

        /// Does what the script says: `callDBus("…", "…", "…", "Report", …)`.
        private func report() {
            guard let line = texts.last?.split(separator: "\n").first(where: { $0.contains("callDBus") }) else {
                return
            }
            let quoted = line.split(separator: "\"", omittingEmptySubsequences: false)
            guard quoted.count > 7, let name = try? BusName(String(quoted[1])),
                let path = try? ObjectPath(String(quoted[3])), let interface = try? InterfaceName(String(quoted[5]))
            else { return }
            let message = Message.methodCall(
                to: name, path: path, interface: interface, member: "Report", noReply: true)
            guard (try? message.append(contentsOf: window.map { .string($0) })) != nil else { return }
            (reporter ?? connection).send(message)
        }
    }

    private func variables(_ stage: UndoStage) -> [String: String] {
        ["XDG_RUNTIME_DIR": stage.directory, "WAYLAND_DISPLAY": "w"]
    }

    @Test("KWin 6 and 5.27 report by a script that is unloaded afterwards and leaves no file")
    func both() throws {
        for path: ObjectPath in ["/Scripting/Script5", "/5"] {
            let stage = try UndoStage()
            let kwin = try FakeKWin(on: stage, path: path)
            let source = KWinFocus(connection: stage.connection)
            let expected = FocusedApp(
                process: 777, identifier: "org.gnome.gedit\ngedit", window: "{1-2-3}", source: "kwin")
            #expect(try stage.ask(source, variables(stage)) == .success(expected))
            #expect(stage.turn { kwin.unloaded == kwin.loaded && kwin.loaded.count == 1 })
            #expect(try FileManager.default.contentsOfDirectory(atPath: stage.directory).isEmpty)
        }
    }

    @Test("no window, no process, no script and no report are reasons")
    func reasons() throws {
        let stage = try UndoStage()
        let source = KWinFocus(connection: stage.connection)
        guard case .failure(.absent) = try stage.ask(source, variables(stage)) else {
            Issue.record("without KWin")
            return
        }
        let kwin = try FakeKWin(on: stage, path: "/Scripting/Script5")
        kwin.window = ["", "", "", ""]
        guard case .failure(.nobody) = try stage.ask(source, variables(stage)) else {
            Issue.record("no window")
            return
        }
        for process in ["0", "-1", "4294967295", "x", "1.5"] {
            kwin.window = [process, "a", "b", "c"]
            guard case .failure(.failed) = try stage.ask(source, variables(stage)) else {
                Issue.record("process \(process)")
                continue
            }
        }
        kwin.loadAnswer = -1
        guard case .failure(.failed) = try stage.ask(source, variables(stage)) else {
            Issue.record("no script")
            return
        }
        kwin.loadAnswer = 5
        kwin.reports = false
        #expect(try stage.ask(source, variables(stage), within: .milliseconds(60)) == .failure(.late))
        #expect(stage.turn { kwin.unloaded == kwin.loaded })
        #expect(try FileManager.default.contentsOfDirectory(atPath: stage.directory).isEmpty)
    }

    @Test("a report of anybody but KWin is not believed")
    func impostor() throws {
        let stage = try UndoStage()
        let kwin = try FakeKWin(on: stage, path: "/Scripting/Script5")
        kwin.reporter = try stage.connect()
        let source = KWinFocus(connection: stage.connection)
        #expect(try stage.ask(source, variables(stage), within: .milliseconds(100)) == .failure(.late))
    }
}
