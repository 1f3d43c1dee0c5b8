// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Testing

@testable import BatonAPI
@testable import BatonSession
@testable import BatonSettings
@testable import BatonUndo

/// Terminals that no list has declare themselves in their desktop files.
@MainActor
@Suite struct DesktopCategoriesTests {
    private nonisolated static let terminal =
        "# A comment\n[Desktop Entry]\nName=Terminal\nCategories=GTK;System;TerminalEmulator;\nTerminal=false\n"
    private nonisolated static let editor = "[Desktop Entry]\nName=Editor\nCategories=TextEditor;\n"

    private func isTerminal(_ folder: TemporaryFolder, _ names: String...) -> Bool {
        DesktopCategories(environment: [
            "HOME": folder.path + "/home", "XDG_DATA_DIRS": "relative:\(folder.path)/a:\(folder.path)/b",
        ]).of(AppNames.desktopFiles(of: FocusedApp(process: 1, names: names))).contains("TerminalEmulator")
    }

    @Test(
        "a desktop file is found by any of the app's names, as it is and in lower case, also in Flatpak's directories")
    func found() {
        let folder = TemporaryFolder()
        folder.write(Self.terminal, to: "b/applications/newterm.desktop")
        folder.write(Self.terminal, to: "a/applications/org.example.Shell.desktop")
        folder.write(Self.terminal, to: "home/.local/share/flatpak/exports/share/applications/org.example.Flat.desktop")
        #expect(isTerminal(folder, "Newterm", "x") && isTerminal(folder, "x", "newterm"))
        for name in ["org.example.Shell", "org.example.Shell.desktop", "org.example.Flat"] {
            #expect(isTerminal(folder, name), "\(name)")
        }
        for name in ["", "x", "newterm2", "../b/applications/newterm", "/etc/passwd", ".", "a\u{0}b"] {
            #expect(!isTerminal(folder, name), "\(name)")
        }
    }

    @Test("a desktop file of 64 KiB is read, and a larger one is not")
    func size() {
        let folder = TemporaryFolder()
        let most = Self.terminal + String(repeating: "#", count: 64 << 10 - Self.terminal.utf8.count)
        folder.write(most, to: "a/applications/most.desktop")
        folder.write(most + "#", to: "a/applications/more.desktop")
        #expect(isTerminal(folder, "most") && !isTerminal(folder, "more"))
    }

    @Test("the user's file goes before the system's, and directories are searched in their order")
    func order() {
        let folder = TemporaryFolder()
        folder.write(Self.terminal, to: "b/applications/app.desktop")
        #expect(isTerminal(folder, "app"))
        folder.write(Self.editor, to: "a/applications/app.desktop")
        #expect(!isTerminal(folder, "app"))
        folder.write(Self.terminal, to: "home/.local/share/applications/app.desktop")
        #expect(isTerminal(folder, "app"))
    }

    @Test(
        "only the category of the main group counts",
        arguments: [
            (terminal, true), (editor, false), ("", false), ("Categories=TerminalEmulator;\n", false),
            ("[Desktop Entry]\nCategories = TerminalEmulator\r\n", true),
            ("[Desktop Entry]\nName=x\n[Desktop Action a]\nCategories=TerminalEmulator;\n", false),
            ("[Desktop Entry]\nKeywords=TerminalEmulator;\n", false),
            ("[Desktop Entry]\nCategories=NoTerminalEmulator;\n", false),
            ("\u{FFFD}\n[Desktop Entry]\nCategories=X;TerminalEmulator", true),
        ])
    func parsed(_ text: String, _ isOne: Bool) {
        #expect(DesktopCategories.categories(Array(text.utf8)).contains("TerminalEmulator") == isOne)
    }

    @Test("UNDO18: such an app gets no question and no key; a rule in the configuration goes before that")
    func guarded() throws {
        let stage = try OfferStage()
        stage.situation.kind = .denied
        guard case .refused(let reason) = try stage.end(stage.shake()) else {
            Issue.record("not refused")
            return
        }
        #expect(reason.code == .undo(.appDenied))
        #expect(stage.route.deliveries.isEmpty)
        #expect(stage.daemon.shown.isEmpty)
        var guards = UndoGuards()
        #expect(guards.judge(stage.situation) != .ask)
        guards.apps = ["geany": Configuration.AppRule(undo: .confirm)]
        #expect(guards.judge(stage.situation) == .ask)
    }

    @Test("the situation has the kind of the app in front only")
    func situation() throws {
        let folder = TemporaryFolder()
        folder.write(Self.terminal, to: "b/applications/newterm.desktop")
        folder.write("[Desktop Entry]\nCategories=Network;RemoteAccess;\n", to: "b/applications/newremote.desktop")
        folder.write("[Desktop Entry]\nCategories=System;FileManager;\n", to: "b/applications/newfiles.desktop")
        let program = try ChildProcess(["sleep", "600"], environment: ["PATH": "/usr/bin:/bin"])
        let stage = try BusStage()
        let focus = FocusFinder(
            connection: stage.connection, own: ["DISPLAY": ":7", "XDG_DATA_DIRS": "\(folder.path)/b"],
            reactor: stage.reactor)
        let session = SessionMonitor(
            bus: SystemBus(address: "unix:path=/nonexistent/bus", reactor: stage.reactor),
            connection: stage.connection, logger: TestLog().logger)
        let finder = SituationFinder(connection: stage.connection, focus: focus, session: session)
        let kinds: [([String], AppKind)] = [
            (["Newterm", "newterm"], .denied), (["Geany", "geany"], .usual), (["Newremote"], .denied),
            (["Newfiles"], .fileManager),
        ]
        for (names, kind) in kinds {
            focus.askX11 = { _, then in
                then(.success(FocusedApp(process: UInt32(program.identifier), names: names)))
            }
            let found = try stage.answer { finder.find(then: $0) }.0
            #expect(found.app?.names == names)
            #expect(found.kind == kind, "\(names)")
        }
    }
}
