// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import Testing

@testable import batonctl

/// What `batonctl hooks` prints of a hook.
@Suite struct HookReportTests {
    private func report(_ status: Int32, isRunning: Bool = false) -> HookReport {
        HookReport(name: "lamp", isRunning: isRunning, started: 0, status: status, dropped: 0)
    }

    @Test("a row says how the program ended, or that nothing starts it")
    func rows() {
        #expect(report(-1).row == ["lamp", "never", "-", "-"])
        #expect(report(0).row[2] == "done")
        #expect(report(3).row[2] == "status 3")
        #expect(report(-1, isRunning: true).row[2] == "running")
        #expect(report(HookReport.neverRuns).row[2] == "never runs: no 'on' or no 'command'")
        #expect(report(HookReport.cannotStart).row[2] == "the program could not be started")
        #expect(report(HookReport.neverRuns).json.text.contains(#""exit":null"#))
    }
}
