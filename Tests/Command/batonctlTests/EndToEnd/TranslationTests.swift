// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonTestSupport
import Foundation
import Testing

/// The catalogues of `po/`, and `batonctl` with them installed beside it.
@Suite struct TranslationTests {
    private let stage: Stage
    private var prefix: String { stage.directory.appending(path: "prefix").path }

    init() throws { stage = try Stage() }

    private func run(_ arguments: [String], _ variables: [String: String] = [:]) throws -> ChildProcess {
        let child = try ChildProcess(
            arguments,
            environment: [
                "PATH": "/usr/bin:/bin", "HOME": stage.directory.path, "DBUS_SESSION_BUS_ADDRESS": stage.address,
            ].merging(variables) { $1 })
        _ = try child.waited(on: stage)
        return child
    }

    /// Installs batonctl below a folder of its own.
    private func install() throws -> String {
        let program = "\(prefix)/bin/batonctl"
        try FileManager.default.createDirectory(atPath: "\(prefix)/bin", withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: Stage.program("batonctl"), toPath: program)
        return program
    }

    private func installCatalogues() throws {
        let made = try run(["\(Checkout.root)/.ci/translations", "\(prefix)/share/locale"])
        try #require(made.status == 0, "\(made.errors)")
    }

    @Test("LANG3: every catalogue has every sentence, with the same places for values")
    func complete() throws {
        let check = try run(["\(Checkout.root)/.ci/translations"])
        #expect(check.status == 0 && check.output.contains("complete in de, he"), "\(check.errors)")
    }

    @Test("LANG1: doctor and setup speak the user's language, and in C every byte is as without catalogues")
    func languages() throws {
        let program = try install()
        let plain = try run([program, "doctor", "--all"]).output
        try installCatalogues()
        #expect(plain.contains("Baton is not running"))
        for variables in [
            ["LC_ALL": "C"], ["LC_ALL": "C", "LANGUAGE": "de"], ["LANG": "xx_XX.UTF-8", "LANGUAGE": "de"],
        ] {
            #expect(try run([program, "doctor", "--all"], variables).output == plain, "\(variables)")
        }
        for (language, sentence) in [("de", "Baton läuft nicht"), ("he", "Baton אינו פועל")] {
            let variables = ["LC_ALL": "C.UTF-8", "LANGUAGE": language]
            let doctor = try run([program, "doctor", "--all"], variables)
            #expect(doctor.output.contains(sentence), "\(doctor.output)")
            #expect(doctor.output.contains("unavailable"), "states are words for scripts")
            let json = try run([program, "doctor", "--json"], variables).output
            #expect(json.contains("\"code\":\"agent-absent\""))
        }
        let setup = try run(
            [program, "setup", "--gestures"],
            ["LC_ALL": "C.UTF-8", "LANGUAGE": "de", "XDG_CURRENT_DESKTOP": "niri", "WAYLAND_DISPLAY": "w"])
        #expect(setup.output.hasPrefix("Gesten: niri kann Gesten nicht belegen. Nichts wurde geändert."))
    }

    @Test("LANG1: a sentence with a reason in it is translated as a whole, and so are the rows of shake")
    func wholeSentences() throws {
        let program = try install()
        try installCatalogues()
        let german = ["LC_ALL": "C.UTF-8", "LANGUAGE": "de"]
        let undo = try StubUndoAgent(on: stage)
        undo.answer = ("refused", .undo(.nothingToUndo, [.operation: "undo"]))
        let refused = try run([program, "undo"], german)
        #expect(refused.errors.hasPrefix("Nichts wurde rückgängig gemacht: "), "\(refused.errors)")
        undo.answer = ("declined", nil)
        #expect(
            try run([program, "redo"], german).errors.hasPrefix("Nichts wurde wiederhergestellt. Sie haben abgelehnt."))
        stage.disconnect(undo.connection)
        let motion = try StubMotionAgent(on: stage)
        let shake = try run([program, "shake"], german).output
        for label in ["Schütteln macht rückgängig:", "Empfindlichkeit:", "Gehalten:"] {
            #expect(shake.contains(label), "\(shake)")
        }
        withExtendedLifetime(motion) {}
    }

    @Test("LANG1: a catalogue that is damaged, or a folder without any, leaves the English sentences")
    func damaged() throws {
        let program = try install()
        let plain = try run([program, "doctor", "--all"]).output
        try installCatalogues()
        let file = "\(prefix)/share/locale/de/LC_MESSAGES/baton.mo"
        for bytes in [
            Data(), Data("no catalogue".utf8), Data([0xde, 0x12, 0x04, 0x95] + [UInt8](repeating: 255, count: 64)),
        ] {
            try bytes.write(to: URL(filePath: file))
            let doctor = try run([program, "doctor", "--all"], ["LC_ALL": "C.UTF-8", "LANGUAGE": "de"])
            #expect(doctor.output == plain, "\(doctor.errors)")
        }
    }
}
