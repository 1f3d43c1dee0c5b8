// SPDX-License-Identifier: Apache-2.0

/// How far the user's answers to questions have moved the bar of a shake (rule SHAKE17).
///
/// | answer | the bar after it, in units of the score |
/// | --- | --- |
/// | accepted | where it is, or where it began if it is above that, less 0.12; at most 1.2 below where it began |
/// | dismissed | 0.4 higher; at most 1.2 above where it began |
///
/// So the bar settles where about a quarter of the answers are dismissals. Three of them undo ten accepted ones, and one
/// accepted one undoes all that was raised: no answers of the past matter for long.
package struct LearnedShift: Hashable, Sendable {
    /// In hundredths, which add up without rounding. A larger step follows fewer answers, and more of their chance.
    static let acceptedStep = 12
    /// A larger step allows fewer dismissals among the answers.
    static let dismissedStep = 40
    /// About the distance between two levels. A larger limit lets answers move the bar where nothing was measured.
    package static let limit = 120

    /// The shift in hundredths of a unit of the score, -120...120; negative for a lower bar.
    package private(set) var hundredths = 0

    /// No answer.
    package init() {}

    /// What was kept of an earlier run; nil for what ``kept`` cannot be.
    package init?(kept hundredths: Int) {
        guard (-Self.limit...0).contains(hundredths) else { return nil }
        self.hundredths = hundredths
    }

    /// The shift in units of the score, -1.2...1.2.
    package var value: Double { Double(hundredths) / 100 }

    /// What is worth keeping for the next run: a raise is not, so that a bar that finds nothing any more ends with the
    /// session.
    package var kept: Int { min(hundredths, 0) }

    /// Takes note of a question that the user accepted.
    package mutating func accepted() {
        hundredths = max(-Self.limit, min(hundredths, 0) - Self.acceptedStep)
    }

    /// Takes note of a question that the user dismissed.
    package mutating func dismissed() { hundredths = min(Self.limit, hundredths + Self.dismissedStep) }
}
