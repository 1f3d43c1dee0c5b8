// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonKeysLink
import BatonTestSupport
import Testing

@testable import BatonAPI
@testable import BatonSession
@testable import BatonSettings
@testable import BatonUndo

/// What stands between a shake and a key; who says no wins (spec/undo.md §3, design §7).
@MainActor
@Suite struct GuardTests {
    /// A question, its answer, and that it was refused with nothing done.
    private func expectRefused(
        _ stage: OfferStage, _ result: UndoResult, _ reason: String, deliveries: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        guard case .refused(let text) = result else {
            Issue.record("\(result), not refused", sourceLocation: sourceLocation)
            return
        }
        #expect("\(text)".contains(reason), sourceLocation: sourceLocation)
        #expect(stage.route.deliveries == deliveries, sourceLocation: sourceLocation)
    }

    @Test("a session that is locked is not asked, whoever asks for it")
    func locked() throws {
        let stage = try OfferStage()
        stage.situation.obstacle = .session(.locked)
        expectRefused(stage, try stage.end(stage.shake()), "the session is locked")
        expectRefused(stage, try stage.end(stage.perform(.undo)), "the session is locked")
        #expect(stage.daemon.shown.isEmpty)
    }

    @Test("a session that is locked while the question is open gets no keys")
    func lockedMeanwhile() throws {
        let stage = try OfferStage()
        let result = try stage.question()
        stage.situation.obstacle = .session(.locked)
        try stage.daemon.invoke("undo")
        expectRefused(stage, try stage.end(result), "the session is locked")
    }

    @Test(
        "what an app calls itself is shown as text: no markup, no line ends, nothing that turns it around or acts on a terminal"
    )
    func names() {
        let name = UndoGuards.name(FocusedApp(process: 7, names: ["a<b>\u{202E}c&\u{9B}d\u{2028}e\u{85}f", "other"]))
        #expect(name == "abc\u{FFFD}d e f")
        #expect(UndoGuards.name(FocusedApp(process: 7, names: ["\u{202E}<>"])) == "the app of process 7")
    }

    @Test("a terminal never gets a key, in any mode", arguments: UndoMode.allCases)
    func terminal(_ mode: UndoMode) throws {
        let stage = try OfferStage()
        stage.configuration.mode = mode
        stage.situation.app = OfferStage.terminal
        expectRefused(stage, try stage.end(stage.shake()), mode == .off ? "off" : "terminal")
        expectRefused(stage, try stage.end(stage.perform(.redo)), mode == .off ? "off" : "terminal")
        #expect(stage.daemon.shown.isEmpty)
    }

    @Test(
        "terminals and the like are known by each of the names they go by",
        arguments: [
            ["XTerm", "xterm"], ["Gvim", "gvim"], ["Putty", "putty"], ["Pterm", "pterm"], ["Zutty", "zutty"],
            ["KTerm", "kterm"], ["Wave-terminal", "waveterm"], ["Vncviewer", "vncviewer"],
        ]
            + [
                "org.gnome.Terminal", "gnome-terminal-server", "Alacritty", "foot", "kitty", "org.kde.konsole",
                "org.gnome.Console", "org.gnome.Ptyxis.desktop", "Emacs", "URxvt", "xfce4-terminal",
                "Qemu-system-x86_64", "qemu-system-aarch64", "Termit", "xiterm", "Rio", "com.rioterm.Rio",
                "dev.warp.Warp", "dev.warp.WarpOss", "tabby", "org.gnome.Connections", "TigerVNC Viewer", "spicy",
                "wlfreerdp", "looking-glass-client", "com.moonlight_stream.Moonlight", "goneovim", "emacs-gtk",
                "Polkit-gnome-authentication-agent-1", "lxqt-policykit-agent",
                "org.kde.polkit-kde-authentication-agent-1", "Pinentry-gtk-2", "pinentry-qt", "Gcr-prompter",
                "ksshaskpass", "org.kde.ksshaskpass", "lxqt-sudo", "Ssh-askpass-gnome", "rustdesk", "Anydesk",
                "TeamViewer", "Nxplayer.bin", "Wfica", "Termius", "Xephyr", "Xnest", "gamescope", "steam_app_1091500",
                "gnome-terminal-", "vim.gtk3",
            ].map { [$0] })
    func denied(_ names: [String]) {
        #expect(AppList.denies(FocusedApp(process: 1, names: names)))
    }

    @Test(
        "editors are not",
        arguments: [
            "Geany", "org.gnome.TextEditor", "Mousepad", "kwrite", "featherpad", "", "terminology-notes", "riot",
            "qemu-systems", "Wavebox", "steam", "org.gnome.Nautilus", "Code", "gnome-terminals",
        ])
    func notDenied(_ name: String) {
        #expect(!AppList.denies(FocusedApp(process: 1, names: [name])))
    }

    /// The verdict on a kind of app in each mode, and in immediate mode with `unknown-focus = refuse`; nil for refused.
    struct Verdicts: Sendable {
        var kind: AppKind
        var confirm: UndoVerdict?
        var immediate: UndoVerdict?
        var strict: UndoVerdict?
    }

    nonisolated static let verdicts = [
        Verdicts(kind: .usual, confirm: .ask, immediate: .allowed, strict: .allowed),
        Verdicts(kind: .withTerminal, confirm: .ask, immediate: .ask, strict: .ask),
        Verdicts(kind: .fileManager, confirm: .ask, immediate: .ask, strict: .ask),
        Verdicts(kind: .unknown, confirm: .ask, immediate: .ask), Verdicts(kind: .denied),
    ]

    @Test("immediate mode asks in file managers, beside a terminal and where the app is unknown", arguments: verdicts)
    func kinds(_ row: Verdicts) {
        var guards = UndoGuards()
        let situation = UndoSituation(app: OfferStage.editor, kind: row.kind)
        func verdict() -> UndoVerdict? {
            let verdict = guards.judge(situation)
            if case .refused = verdict { return nil }
            return verdict
        }
        #expect(verdict() == row.confirm)
        guards.configuration.mode = .immediate
        #expect(verdict() == row.immediate)
        guards.configuration.unknownFocus = .refuse
        #expect(verdict() == row.strict)
        guards.apps = ["geany": Configuration.AppRule(undo: .immediate)]
        #expect(verdict() == .allowed, "the user knows better")
    }

    @Test("a keyboard that is held at the choice may come free for half a second; why it is refused is told")
    func heldMeanwhile() throws {
        for comesFree in [true, false] {
            let stage = try OfferStage()
            let result = try stage.question()
            stage.situation = UndoSituation(obstacle: .route(.keyboardGrabbed))
            try stage.daemon.invoke("undo")
            try #require(stage.turn { stage.looks == 2 })
            if comesFree { stage.situation = UndoSituation(app: OfferStage.editor) }
            for _ in 0..<6 { stage.pass(.milliseconds(100)) }
            if comesFree {
                #expect(try stage.end(result) == .done(.undo))
            } else {
                expectRefused(stage, try stage.end(result), "holds the keyboard")
            }
        }
    }

    @Test("the user's own rule goes before the list: never, confirm, immediate")
    func rules() throws {
        let stage = try OfferStage()
        stage.offer.guards.apps = ["geany": Configuration.AppRule(undo: .never)]
        expectRefused(stage, try stage.end(stage.shake()), "never")
        stage.pass(.seconds(3))
        stage.situation.app = OfferStage.terminal
        stage.offer.guards.apps = ["xterm": Configuration.AppRule(undo: .confirm)]
        let asked = try stage.question()
        try stage.daemon.invoke("undo")
        #expect(try stage.end(asked) == .done(.undo))
        stage.pass(.seconds(3))
        stage.situation.app = OfferStage.editor
        stage.offer.guards.apps = ["geany": Configuration.AppRule(undo: .immediate)]
        #expect(try stage.end(stage.shake()) == .done(.undo))
    }

    @Test("the keys that redo are the user's own, else those that the app is known for")
    func redoKeys() {
        var guards = UndoGuards()
        func chord(_ names: String...) -> KeyChord { guards.redoChord(in: FocusedApp(process: 1, names: names)) }
        #expect(chord("Geany", "geany") == .controlY)
        #expect(chord("libreoffice-writer", "libreoffice") == .controlY)
        #expect(chord("kwrite") == .controlShiftZ)
        guards.apps = [
            "geany": Configuration.AppRule(undo: .confirm, redo: .controlShiftZ),
            "kwrite": Configuration.AppRule(redo: .controlY), "libreoffice-calc": Configuration.AppRule(undo: .confirm),
        ]
        #expect(chord("Geany", "geany") == .controlShiftZ)
        #expect(chord("kwrite") == .controlY)
        #expect(chord("libreoffice-calc") == .controlY, "a rule about something else")
    }

    @Test("off is off")
    func off() throws {
        let stage = try OfferStage()
        stage.configuration.mode = .off
        expectRefused(stage, try stage.end(stage.shake()), "off by the configuration")
        expectRefused(stage, try stage.end(stage.perform(.undo)), "off by the configuration")
    }

    @Test("with another window in front at the choice, nothing is pressed")
    func focusMoved() throws {
        let stage = try OfferStage()
        let result = try stage.question()
        stage.situation.app = OfferStage.other
        try stage.daemon.invoke("undo")
        try #require(stage.turn { stage.looks == 2 })
        for _ in 0..<6 { stage.pass(.milliseconds(100)) }
        expectRefused(stage, try stage.end(result), "another window")
    }

    @Test("another window of the same app is another window")
    func otherWindow() throws {
        let stage = try OfferStage()
        let result = try stage.question()
        stage.situation.app?.window = "0x9"
        try stage.daemon.invoke("undo")
        try #require(stage.turn { stage.looks == 2 })
        for _ in 0..<6 { stage.pass(.milliseconds(100)) }
        expectRefused(stage, try stage.end(result), "another window")
    }

    @Test("a banner may have the focus for a moment: it has half a second to return")
    func focusReturns() throws {
        let stage = try OfferStage()
        let result = try stage.question()
        stage.situation.app = OfferStage.other
        try stage.daemon.invoke("undo")
        try #require(stage.turn { stage.looks == 2 })
        for _ in 0..<3 { stage.pass(.milliseconds(100)) }
        #expect(stage.route.deliveries.isEmpty)
        stage.situation.app = OfferStage.editor
        stage.pass(.milliseconds(100))
        #expect(try stage.end(result) == .done(.undo))
    }

    @Test("an app that closes between shake and choice gets nothing, and nobody in its place")
    func closed() throws {
        let stage = try OfferStage()
        let result = try stage.question()
        stage.situation.app = nil
        try stage.daemon.invoke("undo")
        try #require(stage.turn { stage.looks == 2 })
        for _ in 0..<6 { stage.pass(.milliseconds(100)) }
        expectRefused(stage, try stage.end(result), "another window")
    }

    @Test("unknown focus means ask, even in immediate mode; what is in front at the choice gets it")
    func unknownFocus() throws {
        let stage = try OfferStage()
        stage.configuration.mode = .immediate
        stage.situation.app = nil
        let result = try stage.question()
        #expect(stage.daemon.shown[0].body.isEmpty)
        stage.situation.app = OfferStage.editor
        try stage.daemon.invoke("undo")
        #expect(try stage.end(result) == .done(.undo))
    }

    @Test("focus that stays unknown gets no keys, and a terminal that turns up at the choice neither")
    func staysUnknown() throws {
        let stage = try OfferStage()
        stage.situation.app = nil
        let result = try stage.question()
        try stage.daemon.invoke("undo")
        try #require(stage.turn { stage.looks == 2 })
        for _ in 0..<6 { stage.pass(.milliseconds(100)) }
        expectRefused(stage, try stage.end(result), "nobody knows")
        stage.pass(.seconds(3))
        let second = try stage.question(2)
        stage.situation.app = OfferStage.terminal
        try stage.daemon.invoke("undo")
        expectRefused(stage, try stage.end(second), "terminal")
        stage.situation.app = nil
        expectRefused(stage, try stage.end(stage.perform(.undo)), "nobody knows")
    }

    @Test("unknown-focus = refuse: no question")
    func refuseUnknown() throws {
        let stage = try OfferStage()
        stage.configuration.unknownFocus = .refuse
        stage.situation.app = nil
        expectRefused(stage, try stage.end(stage.shake()), "nobody knows")
        #expect(stage.daemon.shown.isEmpty)
    }

    @Test("cool-down: a second shake right after the question is not heard")
    func coolDown() throws {
        let stage = try OfferStage()
        let first = try stage.question()
        stage.pass(.milliseconds(1900))
        expectRefused(stage, try stage.end(stage.shake()), "too soon")
        #expect(first.value == nil, "the question is still there")
        stage.pass(.milliseconds(100))
        _ = try stage.question(2)
    }

    @Test("continuous vibration: after questions that nobody answers it is silent until there is calm")
    func vibration() throws {
        let stage = try OfferStage()
        stage.configuration.vibrationLimit = 2
        for count in 1...2 {
            let result = try stage.question(count)
            stage.pass(.seconds(9))
            #expect(try stage.end(result) == .declined)
        }
        expectRefused(stage, try stage.end(stage.shake()), "nobody answers")
        stage.pass(.seconds(30))
        _ = try stage.question(3)
    }

    @Test(
        "continuous vibration in immediate mode: after undos that nobody answered nothing is done until there is calm",
        arguments: [nil, UInt32(1), 2])
    func vibrationImmediate(_ ending: UInt32?) throws {
        let stage = try OfferStage()
        stage.configuration.mode = .immediate
        stage.configuration.vibrationLimit = 2
        for count in 1...2 {
            #expect(try stage.end(stage.shake()) == .done(.undo))
            try #require(stage.turn { stage.daemon.shown.count == count })
            try stage.settle()
            if let ending { try stage.daemon.close(ending) }
            try stage.settle()
            stage.pass(.seconds(9))
        }
        let undos = ["undo geany", "undo geany"]
        #expect(stage.route.deliveries == undos)
        expectRefused(stage, try stage.end(stage.shake()), "nobody answers", deliveries: undos)
        stage.pass(.seconds(30))
        #expect(try stage.end(stage.shake()) == .done(.undo))
    }

    @Test("continuous vibration in immediate mode: a Redo says that the shake was not meant, and starts no new count")
    func vibrationRedone() throws {
        let stage = try OfferStage()
        stage.configuration.mode = .immediate
        stage.configuration.vibrationLimit = 2
        for count in 1...2 {
            #expect(try stage.end(stage.shake()) == .done(.undo))
            try #require(stage.turn { stage.daemon.shown.count == count })
            try stage.settle()
            try stage.daemon.invoke("redo")
            try #require(stage.turn { stage.route.deliveries.count == 2 * count })
            stage.pass(.seconds(9))
        }
        #expect(try stage.end(stage.shake()).isRefused)
        #expect(stage.route.deliveries.count == 4)
    }
}
