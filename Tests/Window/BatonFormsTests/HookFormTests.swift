// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonForms
import BatonPages
import Testing

/// What the page Pauses says of hooks.
@Suite struct HookFormTests {
    private static let second = UInt64(1_000_000)

    private func state(_ hooks: HookReport..., after seconds: UInt64) -> WindowState {
        var state = WindowState()
        state.condition = .answering
        state.hooks = hooks
        state.instant = (1000 + seconds) * Self.second
        return state
    }

    private func hook(_ status: Int32, isRunning: Bool = false, started: UInt64 = 1000) -> HookReport {
        HookReport(name: "lamp", isRunning: isRunning, started: started * Self.second, status: status, dropped: 0)
    }

    @Test(
        "a hook says when it ran and how that ended, or that its program could not be started",
        arguments: [
            (Int32(0), UInt64(59), "Last run: less than a minute ago, without an error."),
            (1, 60, "Last run: 1 min ago, with status 1."), (0, 3599, "Last run: 59 min ago, without an error."),
            (0, 7200, "Last run: 2 h ago, without an error."),
            (HookReport.cannotStart, 120, "Last try: 2 min ago. Its program could not be started."),
            (HookReport.neverRuns, 0, "It never runs: it names no event or no program."),
        ])
    func fates(_ status: Int32, _ seconds: UInt64, _ text: String) throws {
        let row = try #require(Form.stops(state(hook(status), after: seconds)).row("hook-lamp"))
        #expect(row.subtitle == text && (row.tone == .warning) == (status != 0))
    }

    @Test("a hook whose program runs says so, and one that was never wanted says that")
    func others() {
        let running = Form.stops(state(hook(HookReport.cannotStart, isRunning: true), after: 1))
        #expect(running.row("hook-lamp")?.subtitle == "It runs now.")
        #expect(Form.stops(state(hook(-1, started: 0), after: 1)).row("hook-lamp")?.subtitle == "It has not run yet.")
    }

    @Test("the page changes by itself at the next minute of an age, later at the next hour, and else never")
    func changes() {
        func change(_ state: WindowState) -> UInt64? { Form.nextChange(on: .stops, state).map { $0 / Self.second } }
        #expect(change(state(hook(0), after: 0)) == 1060)
        #expect(change(state(hook(0), after: 60)) == 1120)
        #expect(change(state(hook(0), after: 3600)) == 1000 + 7200)
        #expect(change(state(hook(0), hook(0, started: 990), after: 10)) == 1050)
        for hook in [hook(0, isRunning: true), hook(HookReport.neverRuns), hook(-1, started: 0)] {
            #expect(change(state(hook, after: 0)) == nil)
        }
        #expect(Form.nextChange(on: .health, state(hook(0), after: 0)) == nil)
    }

    @Test("a start that is still to come, also at the last instant that a number can say, is less than a minute ago")
    func future() {
        for started in [UInt64(2_000_000_000), .max] {
            let state = state(
                HookReport(name: "lamp", isRunning: false, started: started, status: 0, dropped: 0), after: 0)
            let row = Form.stops(state).row("hook-lamp")
            #expect(row?.subtitle == "Last run: less than a minute ago, without an error.")
            #expect(Form.nextChange(on: .stops, state) == nil)
        }
    }

    @Test("after a try a sentence says how it ended")
    func tries() {
        #expect(Form.outcome(ofTrying: hook(0)) == "lamp ended without an error.")
        #expect(Form.outcome(ofTrying: hook(1)) == "lamp ended with status 1.")
    }
}
