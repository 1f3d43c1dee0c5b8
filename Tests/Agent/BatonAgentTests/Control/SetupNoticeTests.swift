// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonLog
import BatonSession
import BatonSettings
import BatonShortcuts
import BatonTestSupport
import Foundation
import Testing

@testable import BatonAgent

/// The notification that something is left to agree to, with a daemon that comes late, never, or without buttons.
@Suite("What is left to agree to is told once") @MainActor
struct SetupNoticeTests {
    private let stage: BusStage
    private let daemon: FakeNotifications
    private let state: String
    private let calls = Calls()
    private static let rows = [
        DoctorRow(.route, "portal", .needsConsent, .route(.needsConsent)),
        DoctorRow(.input, "media-keys", .off, .input(.keysUnclaimed, [.desktop: .text("gnome")])),
        DoctorRow(.input, "gnome", .works, .doctor(.listening)),
    ]

    private final class Calls {
        var looks = 0
    }

    init() throws {
        stage = try BusStage()
        daemon = FakeNotifications(on: try stage.connect())
        state = "\(stage.folder.path)/state/baton"
    }

    /// - Parameters:
    ///   - hasProgram: whether batonctl is installed; a script is in its place.
    ///   - window: how a script in the place of baton-settings ends; nil where that is not installed.
    private func notice(
        _ rows: [DoctorRow] = rows, in directory: String? = nil, hasProgram: Bool = true, window: Int? = nil
    ) throws -> SetupNotice {
        let program = try script("batonctl", "echo \"$*\" >\(opened).new; mv \(opened).new \(opened)")
        let settings = try window.map {
            try script("baton-settings", "[ \($0) = 0 ] || exit \($0); exec \(program) window \"$@\"")
        }
        let launcher = SetupLauncher(
            program: hasProgram ? program : nil, window: settings,
            display: SessionEnvironment(connection: stage.connection, own: [:]),
            environment: ["PATH": "/usr/bin:/bin"], reactor: stage.reactor)
        return SetupNotice(
            connection: stage.connection, directory: directory ?? state, launcher: launcher, delay: .zero,
            logger: Log.silent.logger()
        ) { [calls] then in
            calls.looks += 1
            then(rows)
        }
    }

    private func script(_ name: String, _ text: String) throws -> String {
        let path = "\(stage.folder.path)/\(name)"
        try "#!/bin/sh\n\(text)\n".write(toFile: path, atomically: false, encoding: .utf8)
        chmod(path, 0o755)
        return path
    }

    /// The file with the arguments of the script in batonctl's place.
    private var opened: String { "\(stage.folder.path)/opened" }

    private func appear() throws {
        daemon.appear()
        try #require(stage.turn { daemon.isThere })
    }

    @Test("SETUP8: it names what is left, and its button opens the set-up")
    func told() throws {
        try appear()
        let notice = try notice()
        notice.open()
        try #require(stage.turn { !daemon.shown.isEmpty })
        let shown = try #require(daemon.shown.last)
        #expect(
            shown.body == "Undo: the desktop asks you first, once.\nMedia keys: they do not reach Baton yet.",
            "\(shown)")
        #expect(shown.actions == ["default", "setup"] && daemon.hints["transient"] == .boolean(true))
        try daemon.invoke("setup")
        try #require(stage.turn { FileManager.default.fileExists(atPath: opened) })
        #expect(try String(contentsOfFile: opened, encoding: .utf8) == "setup --in-terminal\n")
        notice.close()
    }

    @Test(
        "SETUP8: where the window is installed the button opens its page; where the window cannot be shown, a terminal",
        arguments: [
            (false, 0, "window --page health\n"), (true, 0, "window --page buttons\n"),
            (false, 1, "setup --in-terminal\n"),
        ])
    func window(_ isOfKeysOnly: Bool, _ status: Int, _ arguments: String) throws {
        try appear()
        let notice = try notice(isOfKeysOnly ? [Self.rows[1]] : Self.rows, window: status)
        notice.open()
        try #require(stage.turn { !daemon.shown.isEmpty })
        try daemon.invoke("setup")
        try #require(stage.turn { FileManager.default.fileExists(atPath: opened) })
        #expect(try String(contentsOfFile: opened, encoding: .utf8) == arguments)
        notice.close()
    }

    @Test("SETUP9: dismissed or expired it is not shown again, nor after a restart", arguments: [1, 2] as [UInt32])
    func once(_ reason: UInt32) throws {
        try appear()
        let first = try notice()
        first.open()
        try #require(stage.turn { !daemon.shown.isEmpty })
        #expect(SetupMark.exists(in: state))
        try daemon.close(reason)
        first.close()
        let second = try notice()
        second.open()
        second.apply(Configuration())
        try stage.settle(daemon.connection)
        #expect(daemon.shown.count == 1 && calls.looks == 1)
    }

    @Test("SETUP8: a daemon that comes late is told, and nothing is looked for before it comes")
    func late() throws {
        let notice = try notice()
        notice.open()
        try stage.settle(stage.connection)
        #expect(calls.looks == 0)
        try appear()
        #expect(stage.turn { daemon.shown.count == 1 })
        notice.close()
    }

    @Test("SETUP9: nothing is shown when nothing is left, when it is off, and when the user has been asked")
    func nothing() throws {
        try appear()
        let content = try notice([DoctorRow(.route, "portal", .works, .doctor(.routeReady))])
        content.open()
        try #require(stage.turn { calls.looks == 1 })
        #expect(!SetupMark.exists(in: state), "something may be left another day")
        var configuration = Configuration()
        configuration.notifications.setup = false
        let off = try notice()
        off.apply(configuration)
        off.open()
        try SetupMark.set(in: state)
        let asked = try notice()
        asked.open()
        try stage.settle(daemon.connection)
        #expect(daemon.shown.isEmpty && calls.looks == 1)
    }

    @Test("SETUP9: what cannot be remembered is not shown")
    func unwritable() throws {
        try appear()
        let file = "\(stage.folder.path)/file"
        try "".write(toFile: file, atomically: false, encoding: .utf8)
        let notice = try notice(in: "\(file)/baton")
        notice.open()
        try #require(stage.turn { calls.looks == 1 })
        try stage.settle(daemon.connection)
        #expect(daemon.shown.isEmpty)
    }

    @Test("SETUP8: without buttons, and without a terminal, the command is named", arguments: [true, false])
    func noButtons(_ hasActions: Bool) throws {
        try appear()
        daemon.capabilities = hasActions ? ["actions"] : ["body"]
        let notice = try notice(hasProgram: false)
        notice.open()
        try #require(stage.turn { !daemon.shown.isEmpty })
        if hasActions { try daemon.invoke("default") }
        try #require(stage.turn { daemon.shown.last?.actions.isEmpty == true })
        #expect(daemon.shown.last?.body.hasSuffix("\nRun: batonctl setup") == true)
        notice.close()
    }

    @Test("SETUP9: a daemon that does not take it leaves it for the next start")
    func refused() throws {
        daemon.answersNonsense = true
        daemon.isHung = true
        try appear()
        let notice = try notice()
        notice.open()
        try #require(stage.turn { !daemon.shown.isEmpty })
        daemon.leave()
        #expect(stage.turn { !SetupMark.exists(in: state) })
        notice.close()
    }
}

/// The same with the real batond, batonctl, and a program in the place of a terminal.
@Suite @MainActor struct SetupNoticeWithAgentTests {
    @Test("SETUP8: on a compositor whose keys do not reach Baton, the button opens batonctl setup in a terminal")
    func terminal() throws {
        let stage = try AgentStage(nil)
        let folder = stage.folder.path
        let daemon = FakeNotifications(on: try stage.connect())
        daemon.appear()
        try FileManager.default.createDirectory(atPath: "\(folder)/bin", withIntermediateDirectories: true)
        let program = "\(folder)/bin/xdg-terminal-exec"
        try "#!/bin/sh\necho \"$DISPLAY $*\" >\(folder)/opened.new; mv \(folder)/opened.new \(folder)/opened\n".write(
            toFile: program, atomically: false, encoding: .utf8)
        chmod(program, 0o755)
        stage.environment = [
            "DISPLAY": ":4711", "XDG_CURRENT_DESKTOP": "i3", "PATH": "\(folder)/bin:/usr/bin:/bin",
            "XDG_STATE_HOME": "\(folder)/state",
        ]
        try stage.startAgent()
        try #require(stage.turn { !daemon.shown.isEmpty })
        #expect(daemon.shown.last?.body == "Media keys: they do not reach Baton yet.")
        try daemon.invoke("setup")
        try #require(stage.turn { FileManager.default.fileExists(atPath: "\(folder)/opened") })
        let opened = try String(contentsOfFile: "\(folder)/opened", encoding: .utf8)
        #expect(opened.hasPrefix(":4711 sh -c /") && opened.contains("/batonctl setup; "), "\(opened)")
        #expect(SetupMark.exists(in: "\(folder)/state/baton"))
    }

    @Test("LANG1: the notification speaks the user's language, and the log does not", arguments: ["de", "he"])
    func language(_ language: String) throws {
        let stage = try AgentStage(nil)
        let folder = stage.folder.path
        let daemon = FakeNotifications(on: try stage.connect())
        daemon.appear()
        try FileManager.default.createDirectory(atPath: "\(folder)/bin", withIntermediateDirectories: true)
        stage.program = "\(folder)/bin/batond"
        try FileManager.default.copyItem(atPath: ChildProcess.built("batond"), toPath: stage.program)
        let made = try ChildProcess(
            ["\(Checkout.root)/.ci/translations", "\(folder)/share/locale"], environment: ["PATH": "/usr/bin:/bin"])
        try #require(stage.turn { made.hasEnded } && made.exitStatus == 0, "\(made.printed)")
        stage.environment = [
            "DISPLAY": ":4711", "XDG_CURRENT_DESKTOP": "i3", "LC_ALL": "C.UTF-8", "LANGUAGE": language,
        ]
        try stage.startAgent()
        try #require(stage.turn { !daemon.shown.isEmpty })
        let body =
            language == "de"
            ? "Medientasten: sie erreichen Baton noch nicht." : "מקשי מדיה: הם עדיין לא מגיעים אל Baton."
        #expect(daemon.shown.last?.body == body)
        #expect(stage.agent?.printed.utf8.allSatisfy { $0 < 0x80 } == true, "\(stage.agent?.printed ?? "")")
    }
}
