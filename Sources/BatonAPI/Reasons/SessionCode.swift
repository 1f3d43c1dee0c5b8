// SPDX-License-Identifier: Apache-2.0

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
    /// The configuration wants a tablet, and the device is not folded.
    case notTablet = "not-a-tablet"
    /// The configuration wants no tablet, and the device is folded.
    case tablet = "folded-to-tablet"

    var sentence: String {
        switch self {
        case .locked: "the session is locked"
        case .inactive: "the session is inactive"
        case .asleep: "the machine is asleep"
        case .lidClosed: "the lid is closed"
        case .screenSaver: "a screen saver covers the session"
        case .notTablet: "the device is not folded to a tablet"
        case .tablet: "the device is folded to a tablet"
        }
    }
}
