// SPDX-License-Identifier: Apache-2.0

package import BatonKeysLink
package import BatonSession

extension KeysSupervisor {
    /// Asks the X server of a session for the window in front. It answers once.
    package func findFocus(
        in session: DisplayEnvironment, then: @escaping (Result<FocusedApp, FocusProblem>) -> Void
    ) {
        ask(session, { .focus(id: $0) }) { then($0.focusedApp) }
    }

    /// Asks what a process is made of. It answers once: nil if that is unknown.
    package func look(
        at process: UInt32, in session: DisplayEnvironment, then: @escaping (ProcessMakeup?) -> Void
    ) {
        ask(session, { .look(id: $0, process: process) }) { report in
            if case .process(_, let makeup) = report { then(makeup) } else { then(nil) }
        }
    }
}
