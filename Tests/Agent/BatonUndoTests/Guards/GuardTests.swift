// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonKeysLink
import BatonTestSupport
import Testing

@testable import BatonAPI
@testable import BatonSession
@testable import BatonSettings
@testable import BatonUndo

/// The guards between a shake and a key (rules UNDO16 to UNDO23).
@MainActor
@Suite struct GuardTests {
    /// Asks, answers, and expects a refusal without a delivery.
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

    @Test("UNDO20, UNDO23: a locked session gets no question, and no undo over D-Bus")
    func locked() throws {
        let stage = try OfferStage()
        stage.situation.obstacle = .session(.locked)
        expectRefused(stage, try stage.end(stage.shake()), "the session is locked")
        expectRefused(stage, try stage.end(stage.perform(.undo)), "the session is locked")
        #expect(stage.daemon.shown.isEmpty)
    }

    @Test("UNDO20: a session that is locked while the question is open gets no keys")
    func lockedMeanwhile() throws {
        let stage = try OfferStage()
        let result = try stage.question()
        stage.situation.obstacle = .session(.locked)
        try stage.daemon.invoke("undo")
        expectRefused(stage, try stage.end(result), "the session is locked")
    }

    @Test(
        "an app's name is shown without markup, line ends, writing directions and terminal controls"
    )
    func names() {
        let name = UndoGuards.name(FocusedApp(process: 7, names: ["a<b>\u{202E}c&\u{9B}d\u{2028}e\u{85}f", "other"]))
        #expect(name == "abc\u{FFFD}d e f")
        #expect(UndoGuards.name(FocusedApp(process: 7, names: ["\u{202E}<>"])) == "the app of process 7")
    }

    @Test(
        "UNDO44: of an identifier the question shows the last part, and any other name as it is",
        arguments: [
            ("org.gnome.TextEditor", "TextEditor"), ("org.kde.kate.desktop", "kate"), ("Mousepad", "Mousepad"),
            ("gimp-2.10", "gimp-2.10"), ("libreoffice 7.4.7", "libreoffice 7.4.7"), ("soffice.bin", "soffice.bin"),
            ("org..x", "org..x"), ("com.example.", "com.example."), ("org.gnome.<gedit>", "gedit"),
        ])
    func titles(_ name: String, _ title: String) {
        let app = FocusedApp(process: 7, names: [name])
        #expect(UndoGuards.title(app) == title)
    }

    @Test("UNDO18: a terminal never gets a key, in any mode", arguments: UndoMode.allCases)
    func terminal(_ mode: UndoMode) throws {
        let stage = try OfferStage()
        stage.configuration.mode = mode
        stage.situation.app = OfferStage.terminal
        expectRefused(stage, try stage.end(stage.shake()), mode == .off ? "off" : "terminal")
        expectRefused(stage, try stage.end(stage.perform(.redo)), mode == .off ? "off" : "terminal")
        #expect(stage.daemon.shown.isEmpty)
    }

    @Test(
        "UNDO18: terminals and the like are recognized by each of their names",
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
        "editors are not taken for terminals",
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

    @Test("UNDO19: immediate mode asks in file managers, beside a terminal and for unknown apps", arguments: verdicts)
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

    @Test("UNDO16: a keyboard that is grabbed at the choice may become free for half a second; else the reason is told")
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

    @Test("UNDO43: a source that was late is asked again, and an app that must not get keys is not taken for unknown")
    func late() throws {
        for answers in [true, false] {
            let stage = try OfferStage()
            stage.situation = UndoSituation(isLate: true)
            let result = stage.shake()
            #expect(stage.looks == 1 && result.all.isEmpty)
            if answers { stage.situation = UndoSituation(app: OfferStage.terminal, kind: .denied) }
            for _ in 0..<6 { stage.pass(.milliseconds(100)) }
            guard answers else {
                #expect(stage.turn { stage.isShowing }, "an app that stays unknown causes a question")
                continue
            }
            #expect(try stage.end(result).isRefused && stage.looks == 2 && stage.daemon.shown.isEmpty)
        }
    }

    @Test("UNDO43: an app that no source knows causes the question at once")
    func unknownAtOnce() throws {
        let stage = try OfferStage()
        stage.situation = UndoSituation()
        _ = try stage.question()
        #expect(stage.looks == 1)
    }

    @Test("the configuration's rule goes before the list: never, confirm, immediate")
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

    @Test("UNDO1: the chord of Redo is the configuration's, else the one known of the app")
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

    @Test("mode off refuses every undo")
    func off() throws {
        let stage = try OfferStage()
        stage.configuration.mode = .off
        expectRefused(stage, try stage.end(stage.shake()), "off by the configuration")
        expectRefused(stage, try stage.end(stage.perform(.undo)), "off by the configuration")
    }

    @Test("UNDO16: with another window in front at the choice nothing is pressed")
    func focusMoved() throws {
        let stage = try OfferStage()
        let result = try stage.question()
        stage.situation.app = OfferStage.other
        try stage.daemon.invoke("undo")
        try #require(stage.turn { stage.looks == 2 })
        for _ in 0..<6 { stage.pass(.milliseconds(100)) }
        expectRefused(stage, try stage.end(result), "another window")
    }

    @Test("UNDO16: another window of the same app is another window")
    func otherWindow() throws {
        let stage = try OfferStage()
        let result = try stage.question()
        stage.situation.app?.window = "0x9"
        try stage.daemon.invoke("undo")
        try #require(stage.turn { stage.looks == 2 })
        for _ in 0..<6 { stage.pass(.milliseconds(100)) }
        expectRefused(stage, try stage.end(result), "another window")
    }

    @Test("UNDO16: a banner may have the focus for half a second")
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

    @Test("UNDO16: if the app closes between shake and choice, no app gets anything")
    func closed() throws {
        let stage = try OfferStage()
        let result = try stage.question()
        stage.situation.app = nil
        try stage.daemon.invoke("undo")
        try #require(stage.turn { stage.looks == 2 })
        for _ in 0..<6 { stage.pass(.milliseconds(100)) }
        expectRefused(stage, try stage.end(result), "another window")
    }

    @Test("UNDO19: an unknown app means a question, even in immediate mode; the app in front at the choice gets it")
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

    @Test("UNDO18, UNDO19: an app that stays unknown gets no keys, nor does a terminal that is in front at the choice")
    func staysUnknown() throws {
        let stage = try OfferStage()
        stage.situation.app = nil
        let result = try stage.question()
        try stage.daemon.invoke("undo")
        try #require(stage.turn { stage.looks == 2 })
        for _ in 0..<6 { stage.pass(.milliseconds(100)) }
        expectRefused(stage, try stage.end(result), "it is not known")
        stage.pass(.seconds(3))
        let second = try stage.question(2)
        stage.situation.app = OfferStage.terminal
        try stage.daemon.invoke("undo")
        expectRefused(stage, try stage.end(second), "terminal")
        stage.situation.app = nil
        expectRefused(stage, try stage.end(stage.perform(.undo)), "it is not known")
    }

    @Test("UNDO19: with unknown-focus = refuse there is no question")
    func refuseUnknown() throws {
        let stage = try OfferStage()
        stage.configuration.unknownFocus = .refuse
        stage.situation.app = nil
        expectRefused(stage, try stage.end(stage.shake()), "it is not known")
        #expect(stage.daemon.shown.isEmpty)
    }

    @Test("a shake within the cool-down of the last question is ignored")
    func coolDown() throws {
        let stage = try OfferStage()
        let first = try stage.question()
        stage.pass(.milliseconds(1900))
        expectRefused(stage, try stage.end(stage.shake()), "too soon")
        #expect(first.value == nil, "the question is still there")
        stage.pass(.milliseconds(100))
        _ = try stage.question(2)
    }

    @Test("UNDO22: after unanswered questions there are no more until the shaking stops")
    func vibration() throws {
        let stage = try OfferStage()
        stage.configuration.vibrationLimit = 2
        for count in 1...2 {
            let result = try stage.question(count)
            stage.pass(.seconds(9))
            #expect(try stage.end(result) == .declined)
        }
        expectRefused(stage, try stage.end(stage.shake()), "no question is answered")
        stage.pass(.seconds(30))
        _ = try stage.question(3)
    }

    @Test(
        "UNDO22: in immediate mode, after undos without an answer nothing is done until the shaking stops",
        arguments: [nil, UInt32(1), 2])
    func vibrationImmediate(_ ending: UInt32?) throws {
        let stage = try OfferStage()
        stage.configuration.mode = .immediate
        stage.configuration.vibrationLimit = 2
        for count in 1...2 {
            #expect(try stage.end(stage.shake()) == .done(.undo))
            try #require(stage.turn { stage.daemon.shown.count == count })
            try stage.settleAll()
            if let ending { try stage.daemon.close(ending) }
            try stage.settleAll()
            stage.pass(.seconds(9))
        }
        let undos = ["undo geany", "undo geany"]
        #expect(stage.route.deliveries == undos)
        expectRefused(stage, try stage.end(stage.shake()), "no question is answered", deliveries: undos)
        stage.pass(.seconds(30))
        #expect(try stage.end(stage.shake()) == .done(.undo))
    }

    @Test("UNDO22: in immediate mode Redo means that the shake was not intended, and does not reset the count")
    func vibrationRedone() throws {
        let stage = try OfferStage()
        stage.configuration.mode = .immediate
        stage.configuration.vibrationLimit = 2
        for count in 1...2 {
            #expect(try stage.end(stage.shake()) == .done(.undo))
            try #require(stage.turn { stage.daemon.shown.count == count })
            try stage.settleAll()
            try stage.daemon.invoke("redo")
            try #require(stage.turn { stage.route.deliveries.count == 2 * count })
            stage.pass(.seconds(9))
        }
        #expect(try stage.end(stage.shake()).isRefused)
        #expect(stage.route.deliveries.count == 4)
    }
}
