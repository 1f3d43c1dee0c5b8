// SPDX-License-Identifier: Apache-2.0

import BatonTranslation

/// Why the user's session may not be served now.
package enum SessionCode: String, CaseIterable, Sendable {
    case locked = "session-locked"
    /// Another session is in front.
    case inactive = "session-inactive"
    /// The machine is asleep, or woke up a moment ago.
    case asleep
    case lidClosed = "lid-closed"
    /// A screen saver covers the session.
    case screenSaver = "screen-saver"
    /// logind or a screen saver does not answer whether the session is locked.
    case lockUnknown = "lock-unknown"
    /// The bus or logind denies the question whether the session is locked.
    case lockDenied = "lock-denied"
    /// The configuration wants a tablet, and the device is not folded.
    case notTablet = "not-a-tablet"
    /// The configuration wants no tablet, and the device is folded.
    case tablet = "folded-to-tablet"

    var sentence: String {
        switch self {
        case .locked: translated("the session is locked")
        case .inactive: translated("the session is inactive")
        case .asleep: translated("the machine is asleep")
        case .lidClosed: translated("the lid is closed")
        case .screenSaver: translated("a screen saver covers the session")
        case .lockUnknown: translated("it is not known whether the session is locked")
        case .lockDenied: translated("Baton may not ask logind whether the session is locked")
        case .notTablet: translated("the device is not folded to a tablet")
        case .tablet: translated("the device is folded to a tablet")
        }
    }
}
