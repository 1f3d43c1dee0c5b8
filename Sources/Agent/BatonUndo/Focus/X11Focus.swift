// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonSession

/// Asks the X server for the window in front, through `baton-keys` (rule UNDO13).
@MainActor
final class X11Focus: FocusProvider {
    let name = FocusProviderName.x11
    /// Only the X server knows whether a screen locker has grabbed the keyboard. The accessibility bus still names the
    /// app behind the lock, and that app would carry out the undo.
    let isDecisive = true
    private let askHelper: (DisplayEnvironment, @escaping (Result<FocusedApp, FocusProblem>) -> Void) -> Void

    init(
        _ askHelper: @escaping (DisplayEnvironment, @escaping (Result<FocusedApp, FocusProblem>) -> Void) -> Void
    ) {
        self.askHelper = askHelper
    }

    func ask(
        in environment: DisplayEnvironment, by deadline: Duration,
        then: @escaping (Result<FocusedApp, FocusProblem>) -> Void
    ) {
        askHelper(environment, then)
    }
}
