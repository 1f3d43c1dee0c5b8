// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Whether this process was stopped (SIGSTOP, Ctrl-Z) and goes on.
///
/// SIGCONT continues a process also where the signal is blocked, and stays pending then until somebody asks. It works in a process of
/// one thread: of several, one that does not block the signal would take it.
enum ContinuedProcess {
    /// Has the signal wait. It is done again at each connection, which costs nothing.
    static func watch() {
        var signals = signals
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Whether the process was stopped since the last time that this was asked.
    static var hasGoneOn: Bool {
        var (signals, now) = (signals, timespec())
        return sigtimedwait(&signals, nil, &now) == SIGCONT
    }

    private static var signals: sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGCONT)
        return signals
    }
}
