// SPDX-License-Identifier: Apache-2.0

/// What an interruption does. The raw value is the word in baton.conf.
package enum PauseChoice: String, Sendable, CaseIterable {
    case nothing, pause
    case pauseResume = "pause-resume"
    /// What plays is made quieter until the end, and plays on (rule VOL6).
    case lower

    /// Whether anything is interrupted.
    package var pauses: Bool {
        switch self {
        case .nothing: false
        case .pause, .pauseResume, .lower: true
        }
    }

    /// Whether what plays is lowered instead of paused.
    package var lowers: Bool {
        switch self {
        case .nothing, .pause, .pauseResume: false
        case .lower: true
        }
    }

    /// Whether what was paused goes on at the end.
    package var resumes: Bool {
        switch self {
        case .nothing, .pause: false
        case .pauseResume, .lower: true
        }
    }
}

/// The key of the configuration that says what a cause of interruptions does.
package struct PauseKey: Sendable {
    /// What it does without the key.
    package let initial: PauseChoice
    /// Whether it is one of the few keys that people set.
    package let isUsual: Bool
    /// One sentence for the documentation.
    package let summary: String

    init(initially initial: PauseChoice, isUsual: Bool = false, _ summary: String) {
        self.initial = initial
        self.isUsual = isUsual
        self.summary = summary
    }
}
