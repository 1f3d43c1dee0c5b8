// SPDX-License-Identifier: Apache-2.0

import BatonForms
import BatonSettings
import Testing

/// What a field for a name writes.
@Suite struct FormEntryTests {
    private let list = FormEntry("Add", .list(section: "interruptions", key: "call-ignore", values: ["obs*"]))
    private let section = FormEntry("Add", .section(kind: "app", key: "undo", value: "never"))

    /// The settings of a file with what an entry writes.
    private func settings(_ action: FormAction?) throws -> Configuration {
        let text =
            switch action {
            case .set(let section, let key, let value?): "[\(section)]\n\(key) = \(value)\n"
            case .changeList(let section, let key, let added, _):
                "[\(section)]\n" + added.map { "\(key) = \($0)\n" }.joined()
            default: ""
            }
        return try Configuration.read(Array(text.utf8), source: "baton.conf").configuration
    }

    @Test("a name is added to those that are in the list")
    func added() {
        #expect(
            list.action(for: "  zoom ")
                == .changeList(section: "interruptions", key: "call-ignore", adding: ["zoom"], removing: []))
    }

    @Test("a name becomes a section of its own")
    func named() {
        #expect(section.action(for: "gedit") == .set(section: "app gedit", key: "undo", value: "never"))
    }

    @Test(
        "what a line of the configuration cannot have is not written",
        arguments: ["", " ", "a\nlock = pause", "a\rb", "a\u{85}b", "a\u{1B}b", "\u{202E}a", "a ;b", "a # b", "a\\"])
    func refused(_ text: String) {
        #expect(list.action(for: text) == nil)
        #expect(section.action(for: text) == nil)
    }

    @Test("a name with a bracket is no section, and one that is in the list is not added")
    func special() {
        #expect(section.action(for: "a]b") == nil && section.action(for: "a[b") == nil)
        #expect(list.action(for: "a]b") != nil)
        #expect(list.action(for: "obs*") == nil)
    }

    @Test("the longest name that is written is read again as it is, and a longer one is not written")
    func longest() throws {
        let longest = try #require((1...300).last { list.action(for: String(repeating: "n", count: $0)) != nil })
        let name = String(repeating: "n", count: longest)
        #expect(try settings(list.action(for: name)).interruptions.callIgnore.last == name)
        let app = String(repeating: "é", count: 22)
        #expect(try settings(section.action(for: app)).apps.keys.contains(app))
        #expect(section.action(for: app + "éé") == nil)
    }
}
