// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonTranslation

/// What Baton promises to people. The words are for scripts; docs/batonctl.md lists them.
package enum Promise: String, CaseIterable, Sendable {
    /// The media keys of the keyboard reach the right player.
    case mediaKeys = "media-keys"
    /// So do the buttons of a headset.
    case headset
    /// Music pauses for a call, and when its output is gone.
    case pauses
    /// A shake undoes.
    case shake

    /// Its name for people.
    package var title: String {
        switch self {
        case .mediaKeys: translated("Media keys")
        case .headset: translated("Headset")
        case .pauses: translated("Pauses by itself")
        case .shake: translated("Shake to undo")
        }
    }
}

/// Whether a promise is kept on this machine. The words are for scripts.
package enum PromiseState: String, CaseIterable, Sendable {
    case ready
    /// It is kept in part, and one step completes it.
    case partly
    /// It could be kept here and is not: something is broken.
    case broken
    /// The user has turned it off.
    case off
    /// This machine lacks what it needs; nothing is broken.
    case notHere = "not-here"

    /// The word for people.
    package var title: String {
        switch self {
        case .ready: translated("ready")
        case .partly: translated("partly")
        case .broken: translated("not working")
        case .off: translated("off")
        case .notHere: translated("not here")
        }
    }

    /// Whether something could work here and does not.
    package var isGap: Bool { self == .partly || self == .broken }
}

/// Whether a promise is kept, and why or how.
package struct PromiseFinding: Equatable, Sendable {
    package let promise: Promise
    package let state: PromiseState
    /// Half a sentence.
    package let text: String
    /// The one step that completes it: an advice that ends in a command, or a command. Empty if there is nothing to do.
    package let advice: String
    /// The row that decided; nil if none did.
    package let row: DoctorLine?

    package init(
        _ promise: Promise, _ state: PromiseState, _ text: String, _ advice: String = "", row: DoctorLine? = nil
    ) {
        self.promise = promise
        self.state = state
        self.text = text
        self.advice = advice
        self.row = row
    }
}
