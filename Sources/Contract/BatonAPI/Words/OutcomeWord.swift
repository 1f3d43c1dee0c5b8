// SPDX-License-Identifier: Apache-2.0

/// How an event, an undo or a request for consent ended, as the bus has it. An event that a responder failed with an error has
/// ``error(_:)`` instead.
package enum OutcomeWord: String, Sendable, CaseIterable {
    /// A responder handled the event.
    case handled
    /// No responder handled it.
    case unhandled
    /// The configuration disables it.
    case disabled
    /// The responder did not answer in time.
    case timeout
    /// The phase of a shake was sent, and no caller waits for its outcome.
    case sent
    /// The app has undone.
    case undone
    /// The app has redone.
    case redone
    /// The keys of undo or redo were pressed, and it cannot be known what the app did with them.
    case pressed
    /// The user did not want it, or did nothing.
    case declined
    /// A guard refused it.
    case refused
    /// It was wanted and did not work.
    case failed
    /// The user agreed to a route.
    case granted
    /// The user did not agree to a route.
    case denied

    /// The word for a responder's error.
    package static func error(_ name: String) -> String { "error:\(name)" }
}
