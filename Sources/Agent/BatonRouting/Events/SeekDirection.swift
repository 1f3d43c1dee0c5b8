// SPDX-License-Identifier: Apache-2.0

package import BatonEvents

/// The direction of seeking.
package enum SeekDirection: Sendable {
    case backward
    case forward

    /// The direction of a command that begins seeking; nil for any other command.
    package init?(beginning subtype: EventSubtype) {
        switch subtype {
        case .remoteControlBeginSeekingBackward: self = .backward
        case .remoteControlBeginSeekingForward: self = .forward
        default: return nil
        }
    }

    /// The command that ends seeking in this direction.
    package var end: RemoteControlSubtype {
        switch self {
        case .backward: .endSeekingBackward
        case .forward: .endSeekingForward
        }
    }
}
