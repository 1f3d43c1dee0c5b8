// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BatonSettings

@Suite("Configuration: what holds for a key")
struct ConfigurationLineTests {
    @Test("each default is shown as it is documented", arguments: ConfigurationSchemaTests.rows)
    func defaults(_ row: ConfigurationSchemaTests.Row) throws {
        let section = row.section.argument == nil ? row.section.name : "\(row.section.name) geany"
        let line = try #require(Configuration().line(section, row.key.name))
        #expect(line.values.joined(separator: "; ") == row.key.defaultText || row.key.type == "command")
        #expect(row.key.isList || line.words.isEmpty || line.words.contains(line.value), "\(line)")
    }

    @Test("what a file says is shown with its section")
    func file() throws {
        let text = "[headset]\ndouble-click = volume-up\n[device Head set]\nkey = 171 stop\nkey = 172 play\n"
        let settings = try loadConfiguration(text).configuration
        #expect(settings.line("headset", "double-click")?.text == "[headset] double-click = volume-up")
        let keys = try #require(settings.line("device Head set", "key"))
        #expect(keys.values.count == 2 && keys.text(keys.values[1]).hasPrefix("[device Head set] key = "))
    }

    @Test(
        "a key that the table does not have has no line",
        arguments: [
            ("headset", "clicks"), ("headsets", "click"), ("", "click"), ("device", "key"), ("headset x", "click"),
        ])
    func unknown(_ section: String, _ key: String) {
        #expect(Configuration().line(section, key) == nil)
    }
}
