// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// Whether this process was stopped (SIGSTOP, Ctrl-Z) and goes on.
///
/// SIGCONT continues a process also where the signal is blocked, and stays pending then until somebody asks. It works in a process of
/// one thread: of several, one that does not block the signal would take it.
///
/// Each value tells its own owner of each time once.
///
/// For example:
/// ```swift
/// var process = ContinuedProcess()
/// // ... later:
/// if process.hasGoneOn() { print("what has come meanwhile may be old") }
/// ```
package struct ContinuedProcess {
    private var known: Int

    /// Has the signal wait, from the first one on.
    package init() {
        var signals = Self.signals
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        known = Self.times
    }

    /// Whether the process has gone on since this was last asked, or since the beginning.
    package mutating func hasGoneOn() -> Bool {
        let times = Self.times
        defer { known = times }
        return times != known
    }

    /// How often the process has gone on.
    private static var times: Int {
        var (signals, now) = (signals, timespec())
        guard sigtimedwait(&signals, nil, &now) == SIGCONT else { return count.load(ordering: .relaxed) }
        return count.wrappingAdd(1, ordering: .relaxed).newValue
    }

    private static let count = Atomic(0)

    private static var signals: sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGCONT)
        return signals
    }
}
