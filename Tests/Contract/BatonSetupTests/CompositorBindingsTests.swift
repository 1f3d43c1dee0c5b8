// SPDX-License-Identifier: Apache-2.0

import BatonShortcuts
import BatonTestSupport
import Foundation
import Glibc
import Testing

@testable import BatonSetup

@Suite("The media keys in a compositor's configuration") struct CompositorBindingsTests {
    private let home: HomeFolder
    private let bindings: CompositorBindings

    init() throws {
        home = try HomeFolder()
        bindings = CompositorBindings(.sway, home.environment(["SWAYSOCK": "/s"]))
    }

    @Test(
        "KEYS20: lines at the end, with one line end before them, and back to the same bytes",
        arguments: ["set $mod Mod4\n", "set $mod Mod4", "set $mod Mod4\r\n", ""])
    func bytes(_ before: String) throws {
        try home.write(".config/sway/config", before)
        let change = try bindings.change
        try change.make()
        let after = try #require(home.read(".config/sway/config"))
        #expect(!after.contains("\n\n") && !after.contains("\r\n\n"), "an empty line: \(after.debugDescription)")
        #expect(after.contains("XF86AudioPlay"))
        #expect(try change.takeBack() == nil)
        #expect(home.read(".config/sway/config") == before)
    }

    @Test(
        "SETUP12, SETUP13: the lines have the line ends of the file, also for i3; those for hyprlang have line feeds",
        arguments: [
            (Compositor.sway, "set $mod Mod4\r\n", true), (.sway, "a\r\nb", true), (.i3, "a\r\n", true),
            (.sway, "a\n", false), (.sway, "a", false), (.i3, "", false), (.sway, "a\r\nb\n", false),
            (.hyprland, "a = b\r\n", false), (.hyprland, "a = b\r\nc", false),
        ])
    func windowsEnds(_ compositor: Compositor, _ before: String, _ isWindows: Bool) throws {
        let file = [Compositor.sway: "sway/config", .i3: "i3/config"][compositor] ?? "hypr/hyprland.conf"
        try home.write(".config/\(file)", before)
        let bindings = CompositorBindings(compositor, home.environment([:]))
        let record = ChangeRecord(.sway, in: home.state)
        try record.make([bindings.change])
        let after = try #require(home.read(".config/\(file)"))
        let added = after.utf8.dropFirst(before.utf8.count)
        let feeds = added.count { $0 == UInt8(ascii: "\n") }
        #expect(added.count { $0 == UInt8(ascii: "\r") } == (isWindows ? feeds : 0) && feeds > 2)
        #expect(try record.state == .present)
        // An editor may have changed the line ends since.
        try home.write(".config/\(file)", after.replacing("\r\n", with: "\n"))
        #expect(try record.takeBack() == [])
        #expect(home.read(".config/\(file)") == before.replacing("\r\n", with: "\n"))
        try home.write(".config/\(file)", before)
        try record.make([bindings.change])
        #expect(try record.takeBack() == [])
        #expect(home.read(".config/\(file)").map { Array($0.utf8) } == Array(before.utf8))
    }

    @Test(
        "SETUP14: a last line that goes on after a backslash is not joined with Baton's lines",
        arguments: ["set $x one \\", "set $x one \\\n", "set $x one \\\r\n", "a\r\nset $x one \\", "a \\\\\n", "\\"])
    func backslash(_ before: String) throws {
        try home.write(".config/sway/config", before)
        let record = ChangeRecord(.sway, in: home.state)
        try record.make([bindings.change])
        let after = try #require(home.read(".config/sway/config"))
        let lines = after.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let first = try #require(lines.firstIndex { $0.hasPrefix("# Baton's media keys: begin") })
        #expect(lines[first - 1].isEmpty && lines[first - 2].last == "\\", "\(after.debugDescription)")
        #expect(try record.takeBack() == [])
        #expect(home.read(".config/sway/config").map { Array($0.utf8) } == Array(before.utf8))
    }

    @Test(
        "SETUP4: a carriage return at the end of the file is there again",
        arguments: [Compositor.sway, .i3, .hyprland], ["a\rb\r", "a\r\nb\r", "a\nb\r", "\r", "a \\\r"])
    func carriageReturn(_ compositor: Compositor, _ before: String) throws {
        let environments: [Compositor: [String: String]] = [
            .sway: ["SWAYSOCK": "/s"], .i3: ["I3SOCK": "/s"], .hyprland: ["HYPRLAND_INSTANCE_SIGNATURE": "h"],
        ]
        let files: [Compositor: String] = [
            .sway: ".config/sway/config", .i3: ".config/i3/config", .hyprland: ".config/hypr/hyprland.conf",
        ]
        let file = try #require(files[compositor])
        try home.write(file, before)
        let change = try CompositorBindings(compositor, home.environment(environments[compositor] ?? [:])).change
        try change.make()
        #expect(home.read(file)?.contains("XF86AudioPlay") == true)
        #expect(try change.takeBack() == nil)
        #expect(home.read(file).map { Array($0.utf8) } == Array(before.utf8))
    }

    @Test("SETUP10: the file that the compositor has read gets the lines, not the usual one")
    func loaded() throws {
        try home.write(".config/sway/config", "set $mod Mod4\n")
        let other = try home.write("other.conf", "set $mod Mod1\n")
        let answer = "{ \"human_readable\": \"1.7\", \"loaded_config_file_name\": \"\(other)\" }"
        let bindings = CompositorBindings(.sway, home.environment(["SWAYSOCK": "/s"]), version: answer)
        #expect(try bindings.file == SetupEnvironment.realPath(other))
        let system = "{\"loaded_config_file_name\":\"/etc/sway/config\"}"
        let usual = CompositorBindings(.sway, home.environment([:]), version: system)
        #expect(try usual.file.hasSuffix("/.config/sway/config"), "a file of the system is not the user's")
        for text in ["", "{}", "{\"loaded_config_file_name\": \"x", "{\"loaded_config_file_name\": 7}"] {
            #expect(CompositorFile.file(text) == nil, "\(text)")
        }
        #expect(CompositorFile.file("{\"loaded_config_file_name\":\"\\/a\\\"b\"}") == "/a\"b")
    }

    @Test(
        "SETUP10: a file that is included counts as read",
        arguments: [
            ("include ~/keys.conf", true), ("include conf.d/*.conf\n", false), ("include $HOME/*.conf", true),
            ("include ${XDG_CONFIG_HOME}/keys.conf", false), ("# include ~/keys.conf", false),
            ("include 'keys.conf'\r\n", true), ("includes ~/keys.conf", false),
        ])
    func included(_ text: String, _ isIncluded: Bool) throws {
        let keys = SetupEnvironment.realPath(try home.write("keys.conf", "")) ?? ""
        let file = "\(keys.dropLast("keys.conf".count))config"
        #expect(Compositor.sway.includes(keys, in: text, of: file) { home.environment([:])[$0] } == isIncluded)
    }

    @Test("SETUP10, KEYS25: the file that Hyprland was started with gets the lines, and only what it reads counts")
    func hyprland() throws {
        let usual = try home.write(".config/hypr/hyprland.conf", "$mod = SUPER\n")
        let other = try home.write("other.conf", "$mod = ALT\n")
        let sleeper = Process()
        sleeper.executableURL = URL(filePath: "/bin/bash")
        // A process with the name and the arguments of Hyprland's, that waits for its input.
        sleeper.arguments = ["-c", "exec -a /usr/bin/Hyprland sh -c 'read line' -c \"$0\"", other]
        sleeper.standardInput = Pipe()
        try sleeper.run()
        defer { sleeper.terminate() }
        let words = "/proc/\(sleeper.processIdentifier)/cmdline"
        let ready = { FileManager.default.contents(atPath: words).map { String(decoding: $0, as: UTF8.self) } ?? "" }
        let hasStarted = waitUntil { ready().hasPrefix("/usr/bin/Hyprland") }
        try #require(hasStarted, "\(ready()) after \(BusStage.patience)")
        try home.write("run/hypr/sig_1/hyprland.lock", "\(sleeper.processIdentifier)\nwayland-1\n")
        let environment = home.environment(
            ["HYPRLAND_INSTANCE_SIGNATURE": "sig_1", "XDG_RUNTIME_DIR": "\(home.path)/run"])
        let bindings = CompositorBindings(.hyprland, environment)
        #expect(try bindings.file == SetupEnvironment.realPath(other))
        // Lines of an earlier set-up in the usual file are not read.
        let record = ChangeRecord(.hyprland, in: home.state)
        try record.make([CompositorBindings(.hyprland, home.environment([:])).change])
        let isRead = { try record.isRead(by: .hyprland, from: bindings.file, environment) }
        #expect(try !isRead())
        try home.write("other.conf", "$mod = ALT\nsource = \(usual) # mine\n")
        #expect(try isRead())
        try home.write("other.conf", "$mod = ALT\nsource = ~/.config/hypr/*.conf\n")
        #expect(try isRead())
        // A number that another process has got.
        try home.write("run/hypr/sig_1/hyprland.lock", "\(getpid())\nwayland-1\n")
        #expect(try CompositorBindings(.hyprland, environment).file == SetupEnvironment.realPath(usual))
    }

    @Test("SETUP5, SETUP10: lines that the user has taken out are not written again, and their absence is known")
    func takenOut() throws {
        try home.write(".config/sway/config", "set $mod Mod4\n")
        let record = ChangeRecord(.sway, in: home.state)
        #expect(try record.state == .none)
        try record.make([bindings.change])
        #expect(try record.state == .present)
        let whole = try #require(home.read(".config/sway/config"))
        try home.write(".config/sway/config", whole.replacing("\n", with: "\r\n"))
        #expect(try record.state == .present, "other line ends are not a change")
        try home.write(".config/sway/config", whole.replacing("XF86AudioPlay exec", with: "XF86AudioPlay exec --mine"))
        #expect(try record.state == .present, "the user's own words for one key")
        for text in ["set $mod Mod4\n", whole.replacing("bindsym", with: "# bindsym")] {
            try home.write(".config/sway/config", text)
            #expect(try record.state == .takenOut)
            try record.make([bindings.change])
            #expect(home.read(".config/sway/config") == text)
        }
    }

    @Test("SETUP5: lines whose line ends an editor has changed are taken out")
    func lineEnds() throws {
        try home.write(".config/sway/config", "set $mod Mod4\n")
        let change = try bindings.change
        try change.make()
        let whole = try #require(home.read(".config/sway/config"))
        try home.write(".config/sway/config", whole.replacing("\n", with: "\r\n"))
        #expect(try change.takeBack() == nil)
        #expect(home.read(".config/sway/config") == "set $mod Mod4\r\n")
    }

    @Test("KEYS20: the user's own lines with media keys are found, whatever their line end is")
    func others() throws {
        let lines = [
            "bindsym XF86AudioPlay exec playerctl play-pause", "# bindsym XF86AudioNext exec x", "set $mod Mod4",
        ]
        for end in ["\n", "\r\n"] {
            try home.write(".config/sway/config", lines.map { $0 + end }.joined())
            #expect(try bindings.others == [lines[0]], "\(end.debugDescription)")
        }
    }

    @Test(
        "KEYS20: a key is found by its code and through variables, too",
        arguments: [
            ("bindcode 172 exec x", true), ("  bindcode --release --locked Mod4+171 exec x", true),
            ("bindcode 38 exec play 172", false), ("# bindcode 172 exec x", false), ("set $x 172", false),
            ("bindsym 172 exec x", false), ("bindcode $code exec x", true), ("bindsym $play exec x", true),
            ("bindsym $mod+$play exec x", true), ("bindsym $play2 exec x", false), ("bindsym $late exec x", true),
            ("set $play XF86AudioPlay", false), ("bindsym $play exec batonctl send toggle", false),
            ("bindsym $chain exec x", true), ("bindsym $loop exec x", false), ("bindcode", false), ("set $", false),
        ])
    func codesAndVariables(_ line: String, _ isFound: Bool) throws {
        let before = [
            "set $mod Mod4", "set $play\t XF86AudioPlay", "set $play2 XF86Explorer", "set $code 173",
            "set $chain $play", "set $loop $loop$loop",
        ]
        for compositor in [Compositor.sway, .i3] {
            let text = (before + [line, "set $late XF86AudioNext"]).joined(separator: "\n")
            #expect(BindingLines(compositor, text).others == (isFound ? [line] : []), "\(compositor)")
        }
    }

    @Test(
        "KEYS20: a line acts at the same press as Baton's if it binds the key alone",
        arguments: [
            (Compositor.i3, "bindsym XF86AudioPlay exec x", true), (.i3, "bindsym --release $play exec x", true),
            (.sway, "bindcode --locked 172 exec x", true), (.sway, "bindsym $mod+XF86AudioPlay exec x", false),
            (.sway, "bindsym F8 exec xdotool key XF86AudioPlay", false), (.i3, "bindcode Mod4+172 exec x", false),
            (.hyprland, "bindl = , XF86AudioPlay, exec, x", true), (.hyprland, "bind=,code:172,exec,x", true),
            (.hyprland, "bind = SUPER, XF86AudioPlay, exec, x", false),
            (.hyprland, "hl.bind(\"XF86AudioPlay\", hl.dsp.exec_cmd(\"x\"))", true),
            (.hyprland, "hl.bind(\"SUPER + XF86AudioPlay\", hl.dsp.exec_cmd(\"x\"))", false),
        ])
    func rivals(_ compositor: Compositor, _ line: String, _ acts: Bool) {
        let variables = compositor == .hyprland ? "" : "set $play XF86AudioPlay\nset $mod Mod4\n"
        let lines = BindingLines(compositor, variables + "\(line)\n")
        #expect(lines.others == [line] && lines.rivals == (acts ? [line] : []))
    }

    @Test("KEYS20: blocks, continued lines and Hyprland's codes and variables")
    func otherForms() {
        let block = "bindcode --locked {\n  172 exec x\n  38 exec y\n}\nexec 172\n"
        #expect(BindingLines(.sway, block).others == ["  172 exec x"])
        #expect(
            BindingLines(.sway, "bindsym \\\r\n  XF86AudioPlay exec x").others == ["bindsym   XF86AudioPlay exec x"])
        let lines = ["bindl = , code:172, exec, x", "bind=,$play,exec,x", "bind = , code:38, exec, x", "x = code:172"]
        #expect(
            BindingLines(.hyprland, (["$play = XF86AudioPlay"] + lines).joined(separator: "\n")).others
                == Array(lines.prefix(2)))
        let doubling = (0..<64).map { "set $a\($0 + 1) $a\($0)$a\($0)" }.joined(separator: "\n")
        #expect(BindingLines(.i3, "set $a0 aaaa\n\(doubling)\nbindsym $a64 exec x").others == [])
    }
}
