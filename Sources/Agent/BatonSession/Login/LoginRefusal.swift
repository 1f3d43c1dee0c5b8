// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// What an error of logind's means for the question about the user's session (rules I130 and UNDO62).
enum LoginRefusal {
    /// There is no such user or session.
    case absence
    /// It does not know the question: it has no sessions.
    case ignorance
    /// It, or the bus, knows the answer and does not give it to Baton.
    case denial

    /// Nil for any other error, which may pass.
    init?(_ name: ErrorName) {
        switch name {
        case "org.freedesktop.login1.NoSuchUser", "org.freedesktop.login1.NoSuchSession": self = .absence
        case .unknownMethod, .unknownObject, .unknownInterface, .unknownProperty: self = .ignorance
        case .accessDenied, "org.freedesktop.DBus.Error.AuthFailed",
            "org.freedesktop.DBus.Error.InteractiveAuthorizationRequired":
            self = .denial
        default: return nil
        }
    }
}
