// SPDX-License-Identifier: Apache-2.0

/// What an interruption does. The raw value is the word in baton.conf.
package enum PauseChoice: String, Sendable, CaseIterable {
    case nothing, pause
    case pauseResume = "pause-resume"

    /// Whether what plays is paused.
    package var pauses: Bool {
        switch self {
        case .nothing: false
        case .pause, .pauseResume: true
        }
    }

    /// Whether what was paused goes on at the end.
    package var resumes: Bool {
        switch self {
        case .nothing, .pause: false
        case .pauseResume: true
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
