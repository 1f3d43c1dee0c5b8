// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus

/// Why the portal gave no keyboard.
enum PortalProblem: Error, Equatable, Sendable, CustomStringConvertible {
    /// There is no portal, or it has left.
    case gone
    /// It does not run yet, and is started for whoever calls it.
    case asleep
    /// It cannot give a keyboard on this desktop.
    case noKeyboard
    /// The user said no.
    case denied
    /// It ended the question without an answer.
    case ended
    /// Nobody answered in time.
    case timedOut
    /// It refused the call.
    case refused(DBusError)

    var description: String {
        switch self {
        case .gone: "there is no org.freedesktop.portal.Desktop; install xdg-desktop-portal and your desktop's backend"
        case .asleep: "org.freedesktop.portal.Desktop has not been started yet"
        case .noKeyboard: "this desktop's portal has no remote control of the keyboard"
        case .denied: "it was not allowed"
        case .ended: "the portal ended the question without an answer"
        case .timedOut: "nobody answered in time"
        case .refused(let error): "the portal refused: \(error.message)"
        }
    }
}
