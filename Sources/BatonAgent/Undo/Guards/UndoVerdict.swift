// SPDX-License-Identifier: Apache-2.0

/// What the guards say to an undo.
enum UndoVerdict: Sendable, Equatable {
    /// It may be done at once, if the user wants it so.
    case allowed
    /// The user has to choose it in so many words.
    case ask
    /// It must not be done, and why.
    case refused(String)
}
