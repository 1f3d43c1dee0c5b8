// SPDX-License-Identifier: Apache-2.0

/// Why playback is interrupted: the causes. The raw value is the word on the bus, in the log, in the saved state and in baton.conf.
///
/// What differs by the cause is said here, so that a new cause is a case, its answers below, and what begins and ends it.
package enum InterruptionCause: String, CaseIterable, Sendable {
    /// What the player was heard on is gone.
    case routeLost = "route-lost"
    /// The session is locked.
    case lock
    /// The machine sleeps.
    case suspend
    /// A call, or another use of the microphone.
    case call
    /// A program reads something out (rule I175).
    case speech
    /// A bud is out of its ear.
    case wear
    /// Another player has started.
    case exclusive
    /// An application's own (rule I13).
    case lease
    /// The user's `pause --all` and the sleep timer (rule I47).
    case manual

    /// Whether one that a saved state names may begin again. An exclusion does not: one that begins is of another player (rule I152).
    var comesAgain: Bool { self != .exclusive }

    /// Whether a player that goes on playing is paused a second time: it would be heard by others (rule I100).
    var insists: Bool { self == .routeLost || self == .suspend }

    /// Whether several last at a time that a restart tells apart: those of programs and of headsets. Of the others there is one at a
    /// time, or none that comes again.
    var isToldApart: Bool {
        switch self {
        case .lease, .wear: true
        case .routeLost, .lock, .suspend, .call, .speech, .exclusive, .manual: false
        }
    }

    /// The key of `[interruptions]` that says what the cause does; its name is the cause's word. Nil for a cause that has none, or
    /// keys with other values (`Configuration+Interruptions.swift`).
    package var key: PauseKey? {
        switch self {
        case .lock:
            PauseKey(
                initially: .nothing, isUsual: true,
                """
                What locking the session does: `pause` pauses players, `pause-resume` also resumes them when you \
                unlock, `lower` makes them quieter until then.
                """)
        case .suspend:
            PauseKey(
                initially: .pause,
                """
                What suspending the machine does: `pause` pauses players, `pause-resume` also resumes them 1 s after \
                waking. `lower` is the same as `pause`.
                """)
        case .speech:
            PauseKey(
                initially: .nothing,
                """
                What happens while speech-dispatcher, or a screen reader that uses it, reads something out: `pause` \
                pauses players, `pause-resume` also resumes them afterwards, `lower` makes them quieter until then.
                """)
        case .routeLost, .call, .wear, .exclusive, .lease, .manual: nil
        }
    }
}
