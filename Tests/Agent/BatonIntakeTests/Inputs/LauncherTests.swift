// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BatonIntake

@Suite("Launching a player")
struct LauncherTests {
    @Test("a service of systemd has its manager start the program, outside of its own limits")
    func service() {
        let command = Launcher.outsideOurUnit(["mpv", "a b"], environment: ["SYSTEMD_EXEC_PID": "77"], process: 77)

        #expect(command.first == "systemd-run")
        #expect(command.suffix(3) == ["--", "mpv", "a b"])
    }

    @Test(
        "anywhere else the program is started as it is",
        arguments: [[:], ["SYSTEMD_EXEC_PID": "76"], ["INVOCATION_ID": "x"]])
    func elsewhere(environment: [String: String]) {
        #expect(Launcher.outsideOurUnit(["mpv"], environment: environment, process: 77) == ["mpv"])
    }
}
