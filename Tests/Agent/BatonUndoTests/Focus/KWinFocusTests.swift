// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonReactor
import BatonTestSupport
import Foundation
import Testing

@testable import BatonSession
@testable import BatonUndo

/// KWin's scripting over D-Bus as of KWin 5.27 and 6, in the test's own process, for faults that the real one
/// (``RealKWinTests``) does not have on demand: no report, an odd one, or a slow one (rule UNDO14).
@MainActor
@Suite struct KWinFocusTests {
    /// Stands in for KWin: "runs" a script by making the call that the script makes.
    @MainActor
    final class FakeKWin {
        let connection: Connection
        /// The active window as the script sees it: process, class, desktop file, window, whether it is the only one.
        var window = ["777", "gedit", "org.gnome.gedit", "{1-2-3}", "1"]
        var loadAnswer: Int32 = 5
        var reports = true
        /// Whether the path of the script belongs to an older script, which runs already.
        var isPathTaken = false
        /// The calls of `loadScript` that are not answered yet; nil if they are answered at once.
        var held: [Invocation]?
        /// The connection that makes the report.
        var reporter: Connection?
        private(set) var loaded: [String] = []
        private(set) var unloaded: [String] = []
        private(set) var texts: [String] = []

        /// - Parameter path: the path of its script 5, which differs between 5.27 and 6.
        init(on stage: BusStage, path: ObjectPath) throws {
            connection = try stage.connect("org.kde.KWin")
            let load = Method(
                "loadScript", in: [Argument("file", "s"), Argument("name", "s")], out: [Argument("id", "i")]
            ) { [unowned self] call in
                texts.append((try? String(contentsOfFile: call.arguments[0].asString ?? "", encoding: .utf8)) ?? "")
                loaded.append(call.arguments[1].asString ?? "")
                if held == nil { call.reply(.int32(loadAnswer)) } else { held?.append(call) }
            }
            let unload = Method("unloadScript", in: [Argument("name", "s")], out: [Argument("was", "b")]) {
                [unowned self] call in
                unloaded.append(call.arguments[0].asString ?? "")
                call.reply(.boolean(true))
            }
            let run = Method("run", in: [], out: []) { [unowned self] call in
                // In this order: KWin answers when the script has been evaluated.
                if reports, !isPathTaken { report() }
                call.reply()
            }
            let start = Method("start", in: [], out: []) { [unowned self] call in
                call.reply()
                if reports, isPathTaken { report() }
            }
            connection.export(
                ExportedObject(interfaces: [Interface("org.kde.kwin.Scripting", methods: [load, unload, start])]),
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

    private func variables(_ stage: BusStage) -> [String: String] {
        ["XDG_RUNTIME_DIR": stage.directory, "WAYLAND_DISPLAY": "w"]
    }

    @Test("KWin 6 and 5.27 report by a script that is unloaded afterwards and leaves no file")
    func both() throws {
        for path: ObjectPath in ["/Scripting/Script5", "/5"] {
            let stage = try BusStage()
            let kwin = try FakeKWin(on: stage, path: path)
            let provider = KWinFocus(connection: stage.connection)
            var expected = FocusedApp(
                process: 777, names: ["org.gnome.gedit", "gedit"], window: "{1-2-3}", provider: .kwin)
            expected.isOnlyWindow = true
            #expect(try stage.ask(provider, variables(stage)) == .success(expected))
            #expect(stage.turn { kwin.unloaded == kwin.loaded && kwin.loaded.count == 1 })
            #expect(try FileManager.default.contentsOfDirectory(atPath: stage.directory).isEmpty)
        }
    }

    @Test("a missing window, process, script or report is reported as the reason")
    func reasons() throws {
        let stage = try BusStage()
        let provider = KWinFocus(connection: stage.connection)
        guard case .failure(.absent) = try stage.ask(provider, variables(stage)) else {
            Issue.record("without KWin")
            return
        }
        let kwin = try FakeKWin(on: stage, path: "/Scripting/Script5")
        kwin.window = ["", "", "", "", ""]
        guard case .failure(.noApp) = try stage.ask(provider, variables(stage)) else {
            Issue.record("no window")
            return
        }
        for process in ["0", "-1", "4294967295", "x", "1.5"] {
            kwin.window = [process, "a", "b", "c", ""]
            guard case .failure(.failed) = try stage.ask(provider, variables(stage)) else {
                Issue.record("process \(process)")
                continue
            }
        }
        kwin.loadAnswer = -1
        guard case .failure(.failed) = try stage.ask(provider, variables(stage)) else {
            Issue.record("no script")
            return
        }
        kwin.loadAnswer = 5
        kwin.reports = false
        #expect(try stage.ask(provider, variables(stage), within: .milliseconds(60)) == .failure(.late))
        #expect(stage.turn { kwin.unloaded == kwin.loaded })
        #expect(try FileManager.default.contentsOfDirectory(atPath: stage.directory).isEmpty)
    }

    @Test("a report of a connection other than KWin's is ignored")
    func impostor() throws {
        let stage = try BusStage()
        let kwin = try FakeKWin(on: stage, path: "/Scripting/Script5")
        kwin.reporter = try stage.connect()
        let provider = KWinFocus(connection: stage.connection)
        #expect(try stage.ask(provider, variables(stage), within: .milliseconds(100)) == .failure(.late))
    }

    @Test("a script whose path belongs to an older script is run by starting all scripts")
    func pathTaken() throws {
        let stage = try BusStage()
        let kwin = try FakeKWin(on: stage, path: "/Scripting/Script5")
        kwin.isPathTaken = true
        let provider = KWinFocus(connection: stage.connection)
        #expect(try stage.ask(provider, variables(stage)).get().process == 777)
        #expect(stage.turn { kwin.unloaded == kwin.loaded })
    }

    @Test("a caller during a question gets the answer of that question: KWin has one script at a time")
    func shared() throws {
        let stage = try BusStage()
        let kwin = try FakeKWin(on: stage, path: "/Scripting/Script5")
        kwin.held = []
        let provider = KWinFocus(connection: stage.connection)
        let environment = DisplayEnvironment(manager: [:], own: variables(stage))
        var answers: [Result<FocusedApp, FocusProblem>] = []
        for _ in 0..<3 {
            provider.ask(in: environment, by: stage.reactor.now + .seconds(20)) { answers.append($0) }
        }
        // One caller has a shorter deadline than the others.
        var late: Result<FocusedApp, FocusProblem>?
        provider.ask(in: environment, by: stage.reactor.now + .milliseconds(30)) { late = $0 }
        try #require(stage.turn { late != nil && kwin.held?.isEmpty == false })
        #expect(late == .failure(.late))
        #expect(answers.isEmpty)
        for call in kwin.held ?? [] { call.reply(.int32(5)) }
        kwin.held = nil
        try #require(stage.turn { !answers.isEmpty })
        #expect(answers.compactMap { try? $0.get().process } == [777, 777, 777])
        #expect(kwin.loaded.count == 1)
        // The next question waits until the script of the first one is unloaded.
        #expect(try stage.ask(provider, variables(stage)).get().process == 777)
        #expect(kwin.loaded.count == 2)
        #expect(stage.turn { kwin.unloaded == kwin.loaded })
    }
}
