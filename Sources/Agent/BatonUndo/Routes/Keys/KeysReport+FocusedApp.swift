// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonKeysLink
import BatonSession

extension KeysReport {
    /// The app in front by this report.
    var focusedApp: Result<FocusedApp, FocusProblem> {
        switch self {
        case .focus(_, let window):
            // A window of a program on another machine has no process here. Its class and window suffice for the
            // question.
            let process = window.process ?? window.claimedProcess
            guard process != nil || !window.className.isEmpty else {
                return .failure(.failed(.focus(.noProcess)))
            }
            var app = FocusedApp(
                process: process, isProcessCertain: window.process != nil, claimedProcess: window.claimedProcess,
                // A list or a rule may name either part of WM_CLASS.
                names: [window.className, window.instanceName, window.applicationID], window: window.window,
                provider: .x11)
            if !window.gtkBusName.isEmpty {
                app.gtk = GTKAddress(
                    busName: window.gtkBusName, applicationPath: window.gtkApplicationPath,
                    windowPath: window.gtkWindowPath)
            }
            return .success(app)
        // Without a window manager that sets _NET_ACTIVE_WINDOW, the accessibility bus may still name the app.
        case .noFocus(_, .untold): return .failure(.failed(MissingFocus.untold.reason))
        case .noFocus(_, let reason): return .failure(.noApp(reason.reason))
        case .refused: return .failure(.withheld(reason))
        case .failed, .unavailable: return .failure(.unanswered(reason))
        default: return .failure(.unreadable("baton-keys answered something else"))
        }
    }
}
