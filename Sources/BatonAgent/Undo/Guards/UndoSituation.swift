// SPDX-License-Identifier: Apache-2.0

/// What the guards judge by: who is in front, and what speaks against any undo now.
struct UndoSituation: Sendable, Equatable {
    /// The app in front; nil where nobody knows.
    var app: FocusedApp?
    /// When it was seen there, since boot; nil for now.
    var seenAt: Duration?
    /// What it is.
    var kind = AppKind.usual
    /// Why the user cannot have meant it, or may not see it: the session is locked, the lid is closed, ….
    var obstacle: String?
}
