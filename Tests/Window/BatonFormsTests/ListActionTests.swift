// SPDX-License-Identifier: Apache-2.0

import BatonForms
import BatonMachinesLink
import BatonSettings
import BatonSetup
import Testing

/// Actions on rows of one list that are all of one drawing, done one after the other.
@Suite struct ListActionTests {
    private func settings(_ text: String) throws -> Configuration {
        try Configuration.read(Array(text.utf8), source: "baton.conf").configuration
    }

    /// The text of the file after the actions, each of which finds what the one before it has written.
    private func text(after actions: [FormAction?], of before: String) throws -> String {
        let environment = SetupEnvironment(variables: ["HOME": "/nonexistent"], program: "/usr/bin/batonctl")
        return try actions.reduce(before) { text, action in
            guard case .changeList(let section, let key, let added, let removed) = action else {
                Issue.record("\(String(describing: action)) changes no list")
                return text
            }
            let change = ListChange(adding: added, removing: removed)
            return try ConfigurationEdit(section, key, change, usedFile: nil, environment).text(after: text)
        }
    }

    @Test("two machines that are switched on, and one that is switched off, are all three in the file")
    func machines() throws {
        let before = "[mqtt]\nbroker = mqtt://localhost\nfollow = attic, tv ; mine\n"
        var state = WindowState()
        state.configuration.settings = try settings(before)
        state.hosts = ["attic", "tv", "den", "pc"].map { HostReport(name: $0) }
        let form = Form.machines(state)
        func action(_ host: String, on isOn: Bool) -> FormAction? {
            guard case .toggle(_, let on, let off)? = form.row("host-\(host)")?.control else { return nil }
            return isOn ? on : off
        }
        let actions = [action("den", on: true), action("attic", on: false), action("pc", on: true)]
        #expect(try settings(text(after: actions, of: before)).mqtt.follow == ["tv", "den", "pc"])
        // Twice is once.
        #expect(try text(after: actions + actions, of: before) == text(after: actions, of: before))
    }

    @Test("two programs that are taken out are both gone, and one that is added beside them is there")
    func programs() throws {
        let before = ["aa ; one", "bb", "cc"].map { "call-ignore = \($0)\n" }.reduce("[interruptions]\n", +)
        var state = WindowState()
        state.configuration.settings = try settings(before)
        let form = Form.stops(state)
        guard case .entry(let entry)? = form.row("ignore")?.control else {
            return #expect(Bool(false), "no field")
        }
        let removals = ["bb", "cc"].map { form.row("ignored-\($0)")?.control.actions.first }
        let after = try text(after: removals + [entry.action(for: "dd")], of: before)
        #expect(after == "[interruptions]\ncall-ignore = aa ; one\ncall-ignore = dd\n")
    }
}
