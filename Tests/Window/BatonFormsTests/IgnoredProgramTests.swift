// SPDX-License-Identifier: Apache-2.0

import BatonForms
import BatonSettings
import Testing

/// The programs that are never a call, on the page of the pauses.
@Suite struct IgnoredProgramTests {
    private func rows(_ text: String, recording: [String] = []) throws -> [FormRow] {
        var state = WindowState()
        state.configuration.settings = try Configuration.read(Array(text.utf8), source: "baton.conf").configuration
        state.recorders = recording
        return Form.stops(state).groups.first { $0.id == "ignored" }?.rows ?? []
    }

    @Test("a program that records can be added to those in the list; one that the list matches is not offered")
    func recording() throws {
        let rows = try rows("[interruptions]\ncall-ignore = obs*\n", recording: ["OBS Studio", "zoom"])
        #expect(rows.map(\.title) == ["obs*", "zoom", "Another program"])
        #expect(
            rows[1].control.actions
                == [.changeList(section: "interruptions", key: "call-ignore", adding: ["zoom"], removing: [])])
    }

    @Test("a hostile name is shown as plain text and offers nothing that would write another line")
    func hostile() throws {
        let rows = try rows("", recording: ["a\nlock = nothing", "\u{202E}b"])
        for row in rows where row.id.hasPrefix("recorder") {
            #expect(row.control.actions.isEmpty, "\(row)")
            #expect(!row.title.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
        }
        #expect(rows.count { $0.id.hasPrefix("recorder") } == 2)
    }

    @Test("a name can be written, also where nothing records and the list is empty")
    func written() throws {
        let rows = try rows("[interruptions]\ncall-ignore =\n")
        guard case .entry(let entry)? = rows.last?.control else { return #expect(Bool(false), "\(rows)") }
        #expect(
            entry.action(for: "zoom")
                == .changeList(section: "interruptions", key: "call-ignore", adding: ["zoom"], removing: []))
    }

    @Test("a file that cannot be written leaves the field grey")
    func grey() {
        var state = WindowState()
        state.configuration.obstacle = "baton.conf is read-only"
        #expect(Form.stops(state).row("ignore")?.isSensitive == false)
    }
}
