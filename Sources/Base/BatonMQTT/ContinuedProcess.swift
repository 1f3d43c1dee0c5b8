// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// Whether this process was stopped (SIGSTOP, Ctrl-Z) and goes on.
///
/// SIGCONT continues a process also where the signal is blocked, and stays pending then until somebody asks. It works in a process of
/// one thread: of several, one that does not block the signal would take it.
///
/// For example:
/// ```swift
/// let before = ContinuedProcess.times
/// // ... later:
/// if ContinuedProcess.times != before { print("what has come meanwhile may be old") }
/// ```
package enum ContinuedProcess {
    /// Has the signal wait. It is done again at each connection, which costs nothing.
    package static func watch() {
        var signals = signals
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// How often the process has gone on since ``watch()``.
    package static var times: Int {
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
