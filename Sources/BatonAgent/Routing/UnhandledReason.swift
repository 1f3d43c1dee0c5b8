// SPDX-License-Identifier: Apache-2.0

/// Why no responder took an event.
enum UnhandledReason: Equatable, Sendable {
    /// There is no player and no registered app.
    case noResponder
    /// There are responders, and none could act on it now.
    case declined
    /// The one it belonged to could not act on it, and nobody else may.
    case refused(ResponderID, Refusal)
    /// The configuration turned this subtype off (rule C6).
    case disabled
}
