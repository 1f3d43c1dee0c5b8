// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Foundation
import Glibc
import Testing

/// `batonctl setup --media-keys` and `--revert` on desktops whose settings are files: GNOME's GSettings, and the
/// configurations of compositors.
@Suite struct MediaKeysSetupTests {
    private static let schema = "org.gnome.settings-daemon.plugins.media-keys"
    private static let custom = "/org/gnome/settings-daemon/plugins/media-keys/custom-keybindings"

    /// The values that are set, without the empty groups that the file keeps.
    private func values(_ desktop: KeyDesktop) -> String {
        let path = "\(desktop.stage.folder.path)/.config/glib-2.0/settings/keyfile"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").filter { $0.contains("=") }.joined(separator: "\n")
    }

    private func gsettings(_ desktop: KeyDesktop, _ words: String...) throws -> String {
        try desktop.run(["gsettings"] + words).output.trimmingCharacters(in: .newlines)
    }

    @Test("KEYS9, KEYS10: GNOME: every value is as it was after --revert, set or never set")
    func gnome() throws {
        let desktop = try KeyDesktop("GNOME", settings: nil, hasDisplay: false)
        _ = try gsettings(desktop, "set", Self.schema, "next", "['XF86AudioNext', '<Super>n']")
        _ = try gsettings(desktop, "set", Self.schema, "custom-keybindings", "['\(Self.custom)/mine/']")
        let before = values(desktop)
        let setup = try desktop.batonctl("setup", "--media-keys", "--yes")
        #expect(setup.status == 0 && setup.output.contains("next: ['XF86AudioNext', '<Super>n']  →  @as []"))
        #expect(try gsettings(desktop, "get", Self.schema, "play-static") == "['']")
        let binding = "\(Self.schema).custom-keybinding:\(Self.custom)/baton-toggle/"
        #expect(try gsettings(desktop, "get", binding, "binding") == "'XF86AudioPlay'")
        #expect(try gsettings(desktop, "get", binding, "command").hasSuffix("batonctl send toggle'"))
        let list = try gsettings(desktop, "get", Self.schema, "custom-keybindings")
        #expect(list.hasPrefix("['\(Self.custom)/mine/', '\(Self.custom)/baton-toggle/'"))
        let taken = values(desktop)
        #expect(try desktop.batonctl("setup", "--media-keys", "--yes").status == 0)
        #expect(values(desktop) == taken, "a second time changes nothing")
        #expect(try desktop.batonctl("setup", "--revert").status == 0)
        #expect(values(desktop) == before)
    }

    @Test("the media keys alone are taken back by --media-keys --revert")
    func mediaKeysAlone() throws {
        let desktop = try KeyDesktop("GNOME", settings: nil, hasDisplay: false)
        let before = values(desktop)
        let first = try desktop.batonctl("setup", "--media-keys", "--revert")
        #expect(first.status == 0 && first.output == KeyDesktop.nothingToUndo)
        #expect(try desktop.batonctl("setup", "--media-keys", "--yes").status == 0)
        #expect(values(desktop) != before)
        #expect(try desktop.batonctl("setup", "--media-keys", "--revert").status == 0)
        #expect(values(desktop) == before)
        #expect(try desktop.batonctl("setup", "--media-keys", "--mqtt", "--revert").status == 64)
    }

    @Test("SETUP16: GNOME: before setup asks it says that the lock screen loses the keys, and how they stay")
    func gnomeLockScreen() throws {
        let desktop = try KeyDesktop("GNOME", settings: nil, hasDisplay: false)
        let before = values(desktop)
        let setup = try desktop.batonctl("setup", "--media-keys")
        let text = setup.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let told = try #require(text.range(of: "do nothing on the lock screen"))
        let offered = try #require(text.range(of: "If you answer no, GNOME keeps them"))
        let asked = try #require(text.range(of: "Your current settings are saved first"))
        #expect(told.upperBound < offered.lowerBound && offered.upperBound < asked.lowerBound)
        #expect(setup.status != 0 && values(desktop) == before)
    }

    @Test("GNOME: a set-up that was killed is taken back as well", arguments: [100, 350, 700, 1100])
    func gnomeKilled(_ milliseconds: Int) throws {
        let desktop = try KeyDesktop("GNOME", settings: nil, hasDisplay: false)
        _ = try gsettings(desktop, "set", Self.schema, "play", "['<Super>p']")
        let before = values(desktop)
        let setup = try desktop.start([ChildProcess.built("batonctl"), "setup", "--media-keys", "--yes"])
        _ = desktop.stage.turn(within: .milliseconds(milliseconds)) { false }
        setup.kill()
        #expect(try desktop.batonctl("setup", "--revert").status == 0)
        #expect(values(desktop) == before)
    }

    @Test("GNOME: what the user changed since stays")
    func gnomeChanged() throws {
        let desktop = try KeyDesktop("GNOME", settings: nil, hasDisplay: false)
        #expect(try desktop.batonctl("setup", "--media-keys", "--yes").status == 0)
        _ = try gsettings(desktop, "set", Self.schema, "stop", "['<Super>s']")
        let list = try gsettings(desktop, "get", Self.schema, "custom-keybindings")
        _ = try gsettings(
            desktop, "set", Self.schema, "custom-keybindings", list.dropLast() + ", '\(Self.custom)/new/']")
        let revert = try desktop.batonctl("setup", "--revert")
        #expect(revert.status == 0 && revert.output.contains("Kept as you have set them: stop."), "\(revert.output)")
        #expect(try gsettings(desktop, "get", Self.schema, "stop") == "['<Super>s']")
        #expect(try gsettings(desktop, "get", Self.schema, "custom-keybindings") == "['\(Self.custom)/new/']")
        #expect(try gsettings(desktop, "get", Self.schema, "play-static").contains("XF86AudioPlay"))
    }

    @Test("SETUP5: GNOME: a shortcut that the user has made run something else is kept, and told")
    func gnomeCommand() throws {
        let desktop = try KeyDesktop("GNOME", settings: nil, hasDisplay: false)
        #expect(try desktop.batonctl("setup", "--media-keys", "--yes").status == 0)
        let stop = "\(Self.schema).custom-keybinding:\(Self.custom)/baton-stop/"
        _ = try gsettings(desktop, "set", stop, "command", "mine")
        let revert = try desktop.batonctl("setup", "--revert")
        #expect(revert.status == 0 && revert.output.contains("the shortcut 'Baton stop'"), "\(revert.output)")
        #expect(try gsettings(desktop, "get", stop, "command") == "'mine'")
        #expect(
            try gsettings(desktop, "get", Self.schema, "custom-keybindings") == "['\(Self.custom)/baton-stop/']")
    }

    @Test("SETUP3: --dry-run shows each setting of GNOME as a diff, and changes none")
    func gnomeDry() throws {
        let desktop = try KeyDesktop("GNOME", settings: nil, hasDisplay: false)
        let before = values(desktop)
        let dry = try desktop.batonctl("setup", "--media-keys", "--dry-run", "--verbose")
        #expect(dry.status == 0 && values(desktop) == before)
        #expect(dry.output.contains("\(Self.schema) next\n-(the default)\n+@as []\n"), "\(dry.output)")
        #expect(dry.output.contains("/.local/state/baton/media-keys-gnome\n"))
        #expect(dry.output.contains("baton-toggle/ binding\n-(the default)\n+'XF86AudioPlay'\n"))
    }

    @Test("GNOME: a second set-up leaves what the user has set since, and finishes what was cut short")
    func gnomeAgain() throws {
        let desktop = try KeyDesktop("GNOME", settings: nil, hasDisplay: false)
        let before = values(desktop)
        #expect(try desktop.batonctl("setup", "--media-keys", "--yes").status == 0)
        _ = try gsettings(desktop, "set", Self.schema, "stop", "['<Super>s']")
        let toggle = "\(Self.schema).custom-keybinding:\(Self.custom)/baton-toggle/"
        _ = try gsettings(desktop, "set", toggle, "binding", "<Super>p")
        let list = try gsettings(desktop, "get", Self.schema, "custom-keybindings")
        let less = list.split(separator: ", ").filter { !$0.contains("baton-next") }.joined(separator: ", ")
        _ = try gsettings(desktop, "set", Self.schema, "custom-keybindings", less)
        // What the first run would have done if it had not been killed, after which its record would not say that it was made.
        _ = try gsettings(desktop, "reset", Self.schema, "previous-static")
        let whole = try desktop.batonctl("setup", "--media-keys", "--yes")
        #expect(whole.status == 0)
        #expect(try gsettings(desktop, "get", Self.schema, "previous-static") != "['']", "the user has taken it back")
        let path = try #require(SavedRecordFile.path(below: desktop.stage.folder.path))
        let record = try String(contentsOfFile: path, encoding: .utf8)
        #expect(record.hasSuffix("\nmade\n"))
        try String(record.dropLast("made\n".count)).write(toFile: path, atomically: false, encoding: .utf8)
        let again = try desktop.batonctl("setup", "--media-keys", "--yes")
        #expect(again.status == 0 && again.output.contains("Kept as you have set them: stop."))
        #expect(try gsettings(desktop, "get", Self.schema, "stop") == "['<Super>s']")
        #expect(try gsettings(desktop, "get", toggle, "binding") == "'<Super>p'")
        #expect(try gsettings(desktop, "get", Self.schema, "custom-keybindings") == less)
        #expect(try gsettings(desktop, "get", Self.schema, "previous-static") == "['']")
        _ = try gsettings(desktop, "reset", Self.schema, "stop")
        _ = try gsettings(desktop, "set", toggle, "binding", "XF86AudioPlay")
        #expect(try desktop.batonctl("setup", "--revert").status == 0)
        #expect(values(desktop) == before)
    }

    @Test("SETUP5, SETUP11: a shortcut to which the user has given a key is kept and told; no bus is needed")
    func gnomeOwnKey() throws {
        let desktop = try KeyDesktop("GNOME", settings: nil, hasDisplay: false)
        #expect(try desktop.batonctl("setup", "--media-keys", "--yes").status == 0)
        let toggle = "\(Self.schema).custom-keybinding:\(Self.custom)/baton-toggle/"
        _ = try gsettings(desktop, "set", toggle, "binding", "<Super>p")
        let revert = try desktop.batonctl("setup", "--revert")
        #expect(revert.status == 0 && revert.output.contains("the shortcut 'Baton toggle'"), "\(revert.output)")
        #expect(try gsettings(desktop, "get", toggle, "binding") == "'<Super>p'")
        #expect(try gsettings(desktop, "get", Self.schema, "custom-keybindings") == "['\(Self.custom)/baton-toggle/']")
    }

    @Test("SETUP5, SETUP10: shortcuts that the user has removed are not made again")
    func gnomeRemoved() throws {
        let desktop = try KeyDesktop("GNOME", settings: nil, hasDisplay: false)
        #expect(try desktop.batonctl("setup", "--media-keys", "--yes").status == 0)
        _ = try gsettings(desktop, "set", Self.schema, "custom-keybindings", "[]")
        let again = try desktop.batonctl("setup", "--media-keys", "--yes")
        #expect(again.status == 1 && again.output.contains("taken Baton's shortcuts out"), "\(again.output)")
        #expect(try gsettings(desktop, "get", Self.schema, "custom-keybindings") == "@as []")
    }

    @Test("SETUP10: the doctor says that the user has removed GNOME's shortcuts")
    func gnomeDoctor() throws {
        let desktop = try KeyDesktop("GNOME", hasDisplay: false)
        #expect(try desktop.batonctl("setup", "--media-keys", "--yes").status == 0)
        func row() throws -> String {
            let lines = try desktop.batonctl("doctor", "--json").output.split(separator: "{")
            return lines.first { $0.contains("shortcuts-") }.map(String.init) ?? ""
        }
        let there = try row()
        #expect(there.contains("\"shortcuts-bound\"") && there.contains("\"works\""), "\(there)")
        _ = try gsettings(desktop, "set", Self.schema, "custom-keybindings", "[]")
        let gone = try row()
        #expect(gone.contains("\"shortcuts-gone\"") && gone.contains("\"off\""), "\(gone)")
        #expect(gone.contains("taken Baton's shortcuts out"), "\(gone)")
    }

    @Test("SETUP11: without a session bus all is restored but KDE's keys, whose record stays")
    func withoutBus() throws {
        let desktop = try KeyDesktop("GNOME", settings: nil, hasDisplay: false)
        let home = desktop.stage.folder
        let files = [".config/sway/config", ".config/hypr/hyprland.conf", ".config/baton/baton.conf"]
        for file in files { _ = home.write("# mine\n", to: file) }
        #expect(try desktop.batonctl("setup", "--media-keys", "--yes").status == 0)
        for name in ["sway", "Hyprland"] {
            desktop.set("XDG_CURRENT_DESKTOP", name)
            #expect(try desktop.batonctl("setup", "--media-keys", "--yes").status == 0)
        }
        #expect(try desktop.batonctl("setup", "--gestures", "--yes").status == 0)
        desktop.set("XDG_CURRENT_DESKTOP", nil)
        let record = home.write("baton media keys 1\nkde\nmade\n", to: ".local/state/baton/media-keys-kde")
        desktop.set("DBUS_SESSION_BUS_ADDRESS", nil)
        let revert = try desktop.batonctl("setup", "--revert")
        #expect(revert.status != 0 && revert.output.contains("KDE: "), "\(revert.output)")
        #expect(files.map(home.read) == ["# mine\n", "# mine\n", "# mine\n"])
        #expect(values(desktop) == "")
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(home.path)/.local/state/baton")
        #expect(names.filter { $0.hasPrefix("media-keys-") || $0.hasPrefix("gestures-") } == ["media-keys-kde"])
        try FileManager.default.removeItem(atPath: record)
        #expect(try desktop.batonctl("setup", "--revert").output == KeyDesktop.nothingToUndo)
    }

    @Test(
        "SETUP4: a record that a kill has left half written is removed",
        arguments: ["sway", "i3", "hyprland", "kde", "gnome"], [true, false])
    func halfRecord(_ kind: String, _ hasBus: Bool) throws {
        let desktop = try KeyDesktop("", settings: nil, hasDisplay: false)
        if !hasBus { desktop.set("DBUS_SESSION_BUS_ADDRESS", nil) }
        let name = ".local/state/baton/media-keys-\(kind).new"
        desktop.stage.folder.write("baton media keys 1\n\(kind)\nbl", to: name)
        let revert = try desktop.batonctl("setup", "--revert")
        #expect(revert.status == 0 && revert.output == KeyDesktop.nothingToUndo, "\(revert.output)")
        #expect(desktop.stage.folder.read(name) == nil)
    }

    /// The record of GNOME's settings, wherever the desktop of the test has its state.
    private enum SavedRecordFile {
        static func path(below folder: String) -> String? {
            let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
            return names.first { $0.hasSuffix("/media-keys-gnome") }.map { "\(folder)/\($0)" }
        }
    }

    @Test("a compositor's configuration is changed although an earlier change was killed", arguments: [false, true])
    func leftover(_ atRevert: Bool) throws {
        let desktop = try KeyDesktop("sway", settings: nil, hasDisplay: false)
        let path = try configuration(desktop, "mine\n")
        if atRevert { #expect(try desktop.batonctl("setup", "--media-keys", "--yes").status == 0) }
        try "half".write(toFile: path + ".baton-new", atomically: false, encoding: .utf8)
        if !atRevert { #expect(try desktop.batonctl("setup", "--media-keys", "--yes").status == 0) }
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains("XF86AudioPlay"))
        try "half".write(toFile: path + ".baton-new", atomically: false, encoding: .utf8)
        #expect(try desktop.batonctl("setup", "--revert").status == 0)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine\n")
        #expect(!FileManager.default.fileExists(atPath: path + ".baton-new"))
    }

    @Test("something else in the place of the new file stays, and nothing is written through it")
    func leftoverLink() throws {
        let desktop = try KeyDesktop("sway", settings: nil, hasDisplay: false)
        let path = try configuration(desktop, "mine\n")
        let other = "\(desktop.stage.folder.path)/other"
        try "other".write(toFile: other, atomically: false, encoding: .utf8)
        try FileManager.default.createSymbolicLink(atPath: path + ".baton-new", withDestinationPath: other)
        #expect(try desktop.batonctl("setup", "--media-keys", "--yes").status == 1)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine\n")
        #expect(try String(contentsOfFile: other, encoding: .utf8) == "other")
    }

    @Test("a configuration that the user has deleted is without Baton's lines")
    func deleted() throws {
        let desktop = try KeyDesktop("sway", settings: nil, hasDisplay: false)
        let path = try configuration(desktop, "mine\n")
        #expect(try desktop.batonctl("setup", "--media-keys", "--yes").status == 0)
        try FileManager.default.removeItem(atPath: path)
        #expect(try desktop.batonctl("setup", "--revert").status == 0)
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(try desktop.batonctl("setup", "--revert").output == KeyDesktop.nothingToUndo)
    }

    @Test("a damaged record is told of, and keeps other desktops from nothing", arguments: ["sway", "kde", "gnome"])
    func damaged(_ kind: String) throws {
        let desktop = try KeyDesktop("i3", settings: nil, hasDisplay: false)
        let path = try configuration(desktop, "mine\n", ".config/i3/config")
        #expect(try desktop.batonctl("setup", "--media-keys", "--yes").status == 0)
        let record = "\(desktop.stage.folder.path)/.local/state/baton/media-keys-\(kind)"
        try "baton media keys 1\n".write(toFile: record, atomically: false, encoding: .utf8)
        let revert = try desktop.batonctl("setup", "--revert")
        #expect(revert.status == 1 && revert.output.contains("\(record) cannot be read: the file is damaged."))
        #expect(!revert.output.contains("nothing to undo"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine\n")
    }

    /// Writes a compositor's configuration, and returns its path.
    private func configuration(
        _ desktop: KeyDesktop, _ text: String, _ name: String = ".config/sway/config"
    ) throws -> String {
        let path = "\(desktop.stage.folder.path)/\(name)"
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        return path
    }

    private static let compositors = [
        ("sway", ".config/sway/config"), ("i3", ".i3/config"), ("Hyprland", ".config/hypr/hyprland.conf"),
        ("Hyprland", ".config/hypr/hyprland.lua"),
    ]

    @Test(
        "a compositor's configuration gets the bindings at its end, and is byte for byte as it was after --revert",
        arguments: compositors, ["# mine\nset x 1\n", "no end", ""])
    func compositor(_ compositor: (String, String), _ text: String) throws {
        let desktop = try KeyDesktop(compositor.0, settings: nil, hasDisplay: false)
        let path = "\(desktop.stage.folder.path)/\(compositor.1)"
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        #expect(try desktop.batonctl("setup", "--media-keys").status == 1)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text, "nothing changes without consent")
        #expect(try desktop.batonctl("setup", "--media-keys", "--yes").status == 0)
        let taken = try String(contentsOfFile: path, encoding: .utf8)
        #expect(taken.hasPrefix(text) && taken.contains("XF86AudioPlay"))
        #expect(try desktop.batonctl("setup", "--media-keys", "--yes").status == 0)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == taken, "a second time changes nothing")
        #expect(try desktop.batonctl("setup", "--revert").status == 0)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }

    @Test("KEYS22: Hyprland's configuration in Lua goes before the other, and gets its lines in Lua")
    func lua() throws {
        let desktop = try KeyDesktop("Hyprland", settings: nil, hasDisplay: false)
        let old = try configuration(desktop, "mine\n", ".config/hypr/hyprland.conf")
        let path = try configuration(desktop, "-- mine\n", ".config/hypr/hyprland.lua")
        #expect(try desktop.batonctl("setup", "--media-keys", "--yes").status == 0)
        #expect(try String(contentsOfFile: old, encoding: .utf8) == "mine\n")
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        #expect(lines[1].hasPrefix("-- Baton's media keys: begin"))
        let next = try #require(lines.first { $0.contains("AudioNext") })
        #expect(next.hasPrefix("hl.bind(\"XF86AudioNext\", hl.dsp.exec_cmd(\"/"))
        #expect(next.hasSuffix("batonctl send next\"), { locked = true })"))
        #expect(
            lines.contains { $0.contains("end-seeking-forward") && $0.hasSuffix("{ locked = true, release = true })") })
        #expect(try desktop.batonctl("setup", "--revert").status == 0)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "-- mine\n")
    }

    @Test("sway understands the bindings")
    func sway() throws {
        let desktop = try KeyDesktop("sway", settings: nil, hasDisplay: false)
        let bindings = try desktop.batonctl("setup", "--print")
        #expect(bindings.status == 0)
        let path = "\(desktop.stage.folder.path)/bindings"
        try bindings.output.write(toFile: path, atomically: false, encoding: .utf8)
        chmod(desktop.stage.folder.path, 0o777)
        // It refuses to run as root.
        let user = getuid() == 0 ? ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] : []
        let check = try desktop.run(
            user + [
                "env", "WLR_BACKENDS=headless", "WLR_RENDERER=pixman", "WLR_LIBINPUT_NO_DEVICES=1", "sway", "-C", "-c",
                path,
            ])
        #expect(check.status == 0, "\(check.output)")
        #expect(!check.output.contains("Error on line"), "\(check.output)")
    }

    @Test("SETUP15: where nothing is to be changed and no keys come, setup says so, and its status too")
    func nothing() throws {
        let desktop = try KeyDesktop("XFCE", settings: nil, hasDisplay: false)
        let setup = try desktop.batonctl("setup", "--media-keys", "--yes")
        #expect(setup.status == 1 && setup.output.contains("nothing to change"), "\(setup)")
        #expect(try desktop.batonctl("setup", "--revert").output == KeyDesktop.nothingToUndo)
    }
}
