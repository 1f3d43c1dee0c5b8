// SPDX-License-Identifier: Apache-2.0

import BatonProcesses
import BatonReactor
import BatonTestSupport
import Glibc
import Testing

@Suite("Reactor: the scheduler's slice")
struct SchedulerSliceTests {
    /// Whether this kernel has slices (Linux 6.12): an older one ignores the wish and tells of none.
    private static let hasSlices: Bool = {
        SchedulerSlice.request(.milliseconds(1)) && SchedulerSlice.requested() != nil
    }()

    @Test("a short slice is asked for, and the niceness stays")
    func request() {
        let niceness = getpriority(.init(PRIO_PROCESS.rawValue), 0)
        #expect(SchedulerSlice.request(.microseconds(200)))
        #expect(SchedulerSlice.requested() == (Self.hasSlices ? .microseconds(200) : nil))
        #expect(getpriority(.init(PRIO_PROCESS.rawValue), 0) == niceness)
    }

    @Test("a child does not inherit it", .enabled(if: hasSlices))
    func child() throws {
        #expect(SchedulerSlice.request(.microseconds(200)))
        let reactor = try Reactor()
        var exit: Subprocess.Exit?
        let child = try Subprocess(["/bin/sleep", "60"], environment: [:], reactor: reactor) { exit = $0 }
        #expect(SchedulerSlice.requested(by: child.identifier) != .microseconds(200))
        kill(child.identifier, SIGKILL)
        #expect(reactor.turn(until: { exit != nil }), "the child has not ended")
    }
}
