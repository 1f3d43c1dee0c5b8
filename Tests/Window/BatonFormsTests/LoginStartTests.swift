// SPDX-License-Identifier: Apache-2.0

import BatonForms
import BatonPages
import Testing

/// The switch of the start at login.
@Suite struct LoginStartTests {
    @Test(
        "what systemctl prints is a state; what it does not say is none",
        arguments: [
            ("enabled\n", LoginStart.on), ("enabled-runtime\n", .on), ("disabled\n", .off), ("linked\n", .off),
            ("masked\n", .masked), ("not-found\n", .noUnit), ("", .unanswered),
            ("Failed to connect to bus: No medium found\n", .unanswered), ("a warning\ndisabled\n", .off),
        ])
    func answers(_ text: String, _ state: LoginStart) {
        #expect(LoginStart(answer: text) == state)
    }

    @Test("the switch shows what systemd says, and starts Baton at once when it is switched on")
    func states() throws {
        for (login, isOn) in [(LoginStart.on, true), (.off, false)] {
            var state = WindowState()
            state.login = login
            #expect(
                Form.health(.unknown, state).row("login")?.control
                    == .toggle(isOn: isOn, on: .start(atLogin: true), off: .notAtLogin))
        }
    }

    @Test(
        "where systemd cannot do it there is no switch, and a sentence says why",
        arguments: [LoginStart.noSystemd, .noUnit, .unanswered, .masked])
    func without(_ login: LoginStart) throws {
        var state = WindowState()
        state.login = login
        let row = try #require(Form.health(.unknown, state).row("login"))
        #expect(!row.subtitle.isEmpty)
        if case .toggle = row.control { Issue.record("a switch that does nothing") }
    }

    @Test("where Baton does not run the switch comes first")
    func first() {
        let absent = HealthPage(nil, condition: .absent("Baton does not run."))
        #expect(Form.health(absent, WindowState()).groups.first?.id == "login")
    }
}
