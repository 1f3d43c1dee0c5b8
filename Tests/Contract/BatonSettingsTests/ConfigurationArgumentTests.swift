// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BatonSettings

@Suite("Configuration: sections with an argument")
struct ConfigurationArgumentTests {
    struct App: Sendable, Equatable {
        var mode = FaceName.auto
        var keys: [PlayerPattern] = []
    }

    struct Root: Sendable, Equatable {
        var apps: [String: App] = [:]
    }

    private let schema = ConfigurationSchema<Root>(sections: [
        ConfigurationSection(
            name: "App", argument: "NAME", summary: "One program.",
            keys: [
                .scalar("mode", .at(\App.mode, in: \Root.apps, new: App()), .word, "A mode."),
                .list("key", .at(\App.keys, in: \Root.apps, new: App()), of: .player, "A key."),
            ])
    ])

    @Test("each argument has values of its own, and its case matters")
    func arguments() {
        var root = Root()
        let text =
            "[app geany]\nmode = both\nkey = a\n[App Geany]\nkey = b\n[APP  org.gnome.gedit]\nmode = none\n[app geany]\nkey = c\n"
        let problems = schema.apply(ConfigurationFileReader.read(Array(text.utf8), source: "f").assignments, to: &root)
        #expect(problems.isEmpty)
        #expect(root.apps["geany"]?.mode == .both)
        #expect(root.apps["geany"]?.keys.map(\.description) == ["a", "c"])
        #expect(root.apps["Geany"]?.keys.map(\.description) == ["b"])
        #expect(root.apps["org.gnome.gedit"]?.mode == FaceName.none)
    }

    @Test("a section that wants an argument is an error without, and says how it is written")
    func missing() {
        var root = Root()
        let text = ConfigurationFileReader.read(Array("[App]\nmode = both\nkey = b\n".utf8), source: "f")
        let problems = schema.apply(text.assignments, to: &root)
        #expect(problems.map(\.description) == ["f:1: error: section 'App' is written [App NAME]"])
        #expect(
            configurationProblems("[log x]\nlevel = info\n") == [
                "baton.conf:1: error: section 'log x' is written [log]"
            ])
    }

    @Test("--set reaches an argument with dots")
    func override() {
        var root = Root()
        let layer = ConfigurationOverride.assignments(["App org.gnome.gedit.mode=none"])
        #expect(layer.diagnostics.isEmpty)
        #expect(schema.apply(layer.assignments, to: &root).isEmpty)
        #expect(root.apps["org.gnome.gedit"]?.mode == FaceName.none)
    }
}
