// SPDX-License-Identifier: Apache-2.0

/// What a shake does in one app.
enum AppUndo: String, Sendable, CaseIterable {
    /// As in any other.
    case usual
    /// It asks.
    case confirm
    /// It undoes, and offers to redo.
    case immediate
    /// Nothing.
    case never
}
