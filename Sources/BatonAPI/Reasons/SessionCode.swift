// SPDX-License-Identifier: Apache-2.0

/// Why the user's session may not be served now.
package enum SessionCode: String, CaseIterable, Sendable {
    case locked = "session-locked"
    /// Another session is in front.
    case inactive = "session-inactive"
    /// The machine is asleep, or woke up a moment ago.
    case asleep
    case lidClosed = "lid-closed"

    var sentence: String {
        switch self {
        case .locked: "the session is locked"
        case .inactive: "the session is inactive"
        case .asleep: "the machine is asleep"
        case .lidClosed: "the lid is closed"
        }
    }
}
