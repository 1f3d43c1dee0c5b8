// SPDX-License-Identifier: Apache-2.0

import BatonTranslation

/// How near the movement of the last moment comes to a shake: the recognizer's score against the score that a shake needs.
///
/// For example:
/// ```swift
/// let reading = ScoreReading(score: 0.4, bar: 1.7, isRecognized: false)
/// print(reading.words)  // 0.4 of 1.7 needed
/// ```
package struct ScoreReading: Equatable, Sendable {
    /// The best score of the last moment; nil if nothing has moved as a shake could.
    package var score: Double?
    /// The score that a shake needs.
    package var bar: Double
    /// Whether a shake was recognized a moment ago.
    package var isRecognized: Bool

    /// The scores at the left and the right end of the picture, from the bar.
    private static let (below, above) = (-8.0, 4.0)

    /// Makes a reading.
    package init(score: Double? = nil, bar: Double = 0, isRecognized: Bool = false) {
        (self.score, self.bar, self.isRecognized) = (score, bar, isRecognized)
    }

    /// In words, for a screen reader too.
    package var words: String {
        let figures = score.map { translated("\(DecimalFigure.tenths($0)) of \(DecimalFigure.tenths(bar)) needed") }
        guard isRecognized else { return figures ?? translated("Nothing moves as a shake does.") }
        return [translated("A shake was recognized just now."), figures].compactMap(\.self).joined(separator: " ")
    }

    /// The score as a part of the picture's width.
    package var share: Double { score.map(place) ?? 0 }
    /// The bar as a part of the picture's width.
    package var barShare: Double { place(bar) }

    private func place(_ score: Double) -> Double {
        let share = (score - bar - Self.below) / (Self.above - Self.below)
        return share.isFinite ? min(max(share, 0), 1) : 0
    }
}
