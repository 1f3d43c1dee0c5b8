// SPDX-License-Identifier: Apache-2.0

extension UndoOffer {
    /// What an offer tells.
    package enum Change {
        /// Whether a notification of Baton is on the screen. The routes need it (rule UNDO41).
        case showing(Bool)
        /// ``UndoOffer/isAsking`` may have changed.
        case asking
        /// The user has accepted (true) or dismissed (false) an offer. An offer that expires says nothing.
        case ended(isAccepted: Bool)
    }
}
