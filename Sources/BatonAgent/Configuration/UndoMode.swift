// SPDX-License-Identifier: Apache-2.0

/// What a shake does when no app took it (design §7).
enum UndoMode: String, Sendable, CaseIterable {
    /// It asks.
    case confirm
    /// It undoes, and offers to redo.
    case immediate
    /// Nothing.
    case off
}
