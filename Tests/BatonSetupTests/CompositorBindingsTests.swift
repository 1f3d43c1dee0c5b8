// SPDX-License-Identifier: Apache-2.0
import BatonShortcuts
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
}
