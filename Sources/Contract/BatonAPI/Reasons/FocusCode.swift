// SPDX-License-Identifier: Apache-2.0

import BatonTranslation

/// Why a provider does not tell which app is in front.
package enum FocusCode: String, CaseIterable, Sendable {
    /// A variable of the session is not set.
    case variableUnset = "variable-unset"
    /// A variable of the session has a value that cannot be.
    case variableInvalid = "variable-invalid"
    case noSocket = "no-socket"
    case noWindow = "no-window-focused"
    /// A group of windows has the focus.
    case group = "window-group-focused"
    case desktop = "desktop-in-front"
    /// The window with the focus closed while it was looked at.
    case windowClosed = "window-closed"
    /// The window does not tell whose it is.
    case noProcess = "window-without-process"
    /// The window manager does not tell which window is active.
    case windowManagerSilent = "window-manager-silent"
    case kwinAbsent = "kwin-absent"
    /// KWin did not load or run the script that it is asked with.
    case kwinFailed = "kwin-failed"
    /// There is no folder for the script.
    case noScriptFolder = "no-script-folder"
    /// The script cannot be written.
    case scriptUnwritable = "script-unwritable"
    /// The accessibility bus has no address that can be used.
    case accessibilityInvalid = "accessibility-bus-invalid"
    /// No accessible app says that it is in front.
    case noAccessibleApp = "no-accessible-app"
    /// Several accessible apps say that they are in front.
    case severalApps = "several-apps"
    /// The provider could not be asked.
    case failed = "source-failed"
    /// The answer is not what the protocol promises.
    case unreadable = "answer-unreadable"
    case late = "no-answer-in-time"

    func sentence(_ details: Reason.Details) -> String {
        let message = details.text(.message)
        return switch self {
        case .variableUnset: Self.unset(details.text(.variable))
        case .variableInvalid: translated("\(details.text(.variable)) is no name")
        case .noSocket: translated("there is no socket")
        case .noWindow: translated("no window has the focus")
        case .group: translated("a group of windows has the focus")
        case .desktop: translated("the desktop itself is in front")
        case .windowClosed: translated("the window with the focus has just closed")
        case .noProcess: translated("the window does not tell whose it is")
        case .windowManagerSilent: translated("the window manager does not tell which window is active")
        case .kwinAbsent: translated("KWin is not on the session bus")
        case .kwinFailed:
            message.isEmpty
                ? translated("KWin does not take scripts") : translated("KWin does not run the script: \(message)")
        case .noScriptFolder: translated("there is no directory for the script")
        case .scriptUnwritable: translated("'\(details.text(.path))' cannot be written")
        case .accessibilityInvalid: translated("the accessibility bus has no address")
        case .noAccessibleApp: translated("no accessible app says that it is in front")
        case .severalApps: Self.several(details.text(.apps))
        case .failed: message.isEmpty ? translated("it could not be asked") : message
        case .unreadable: translated("its answer is unreadable") + (message.isEmpty ? "" : ": \(message)")
        case .late: translated("no answer in time")
        }
    }

    private static func unset(_ variables: String) -> String {
        let names = variables.split(separator: " ")
        return names.count == 2
            ? translated("neither \(names[0]) nor \(names[1]) is set") : translated("\(variables) is not set")
    }

    private static func several(_ apps: String) -> String {
        apps.isEmpty
            ? translated("too many apps say that they are in front")
            : translated("several apps say that they are in front: \(apps)")
    }
}
