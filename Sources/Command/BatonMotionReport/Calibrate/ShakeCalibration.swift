// SPDX-License-Identifier: Apache-2.0

package import BatonMotion

/// Compares the three sensitivities on a user's own shakes and on other movement.
package struct ShakeCalibration: Sendable {
    /// The result of one sensitivity.
    package struct Trial: Hashable, Sendable {
        package let sensitivity: ShakeSensitivity
        /// The score that a shake needs at the rate of the shakes.
        package let bar: Double
        /// For each shake how far its score was above the bar; from 0 on it is recognized.
        package let margins: [Double]
        /// How many movements of the rest, where there were no shakes, it takes for shakes.
        package let falseTriggers: Int
        /// The largest margin in the rest; minus infinity if nothing moved there.
        package let closest: Double
        /// The margins of the movements in the rest that could have been a shake.
        package var others: [Double] = []

        package init(
            sensitivity: ShakeSensitivity, bar: Double, margins: [Double], falseTriggers: Int, closest: Double,
            others: [Double] = []
        ) {
            self.sensitivity = sensitivity
            self.bar = bar
            self.margins = margins
            self.falseTriggers = falseTriggers
            self.closest = closest
            self.others = others
        }

        /// How many shakes it recognized.
        package var caught: Int { margins.filter { $0 >= 0 }.count }
        /// The margin of the weakest shake; minus infinity without shakes.
        package var weakest: Double { margins.min() ?? -.infinity }
        /// Whether it recognized each shake and nothing else.
        package var isRight: Bool { !margins.isEmpty && caught == margins.count && falseTriggers == 0 }
        /// Whether it is right with a margin on both sides.
        package var isSafe: Bool {
            isRight && weakest >= ShakeCalibration.neededMargin && closest <= -ShakeCalibration.neededMargin
        }
    }

    /// The least distance of the weakest shake and of the rest from the bar, because a user's shakes differ. Larger: a
    /// more sensitive setting is proposed.
    package static let neededMargin = 0.5
    /// The personal bar is at most this far above that of the proposal: five shakes tell no more.
    package static let largestRaise = 1.5
    /// A movement that stays further below the bar of `high` is no attempt to shake.
    package static let attempt = -2.5
    /// How many shakes are asked for.
    package static let shakes = 5

    /// How long the rest was, in seconds.
    package private(set) var restSeconds = 0.0
    /// The sensitivities from the least to the most sensitive.
    package let trials: [Trial]

    package init(trials: [Trial]) { self.trials = trials }

    /// Runs the recognizer over shakes with rests between them, and over the rest.
    ///
    /// The scores are the same for each sensitivity, so one run is enough.
    package init(shakes: [SensorSample], rest: [SensorSample], model: ShakeModel = .builtIn) {
        let attempts = Self.attempts(in: shakes, model)
        let others = Self.replay(rest, model).episodes
        if let first = rest.first, let last = rest.last {
            restSeconds = max(0, (Double(last.nanoseconds) - Double(first.nanoseconds)) * 1e-9)
        }
        trials = ShakeSensitivity.allCases.map { sensitivity in
            func margin(_ episode: MotionEpisode) -> Double? {
                guard episode.best.isJudged, let score = episode.best.score else { return nil }
                return score - Self.bar(of: episode, sensitivity, model)
            }
            let closest = others.compactMap(margin)
            return Trial(
                sensitivity: sensitivity, bar: attempts.first.map { Self.bar(of: $0, sensitivity, model) } ?? 0,
                margins: attempts.map { margin($0) ?? -.infinity },
                falseTriggers: closest.filter { $0 >= 0 }.count, closest: closest.max() ?? -.infinity,
                others: closest)
        }
    }

    /// The least sensitive trial that is safe, else the least sensitive one that is right; nil without either.
    package var proposal: Trial? { trials.first(where: \.isSafe) ?? trials.first(where: \.isRight) }

    /// The personal operating point: how far above the bar of ``proposal`` the middle is between the weakest shake and
    /// the closest of the rest. Nil without a proposal.
    ///
    /// It is never below the bar of the proposal, so the stated rate of false shakes holds however quiet the rest was,
    /// and never so low that the rest comes nearer than ``neededMargin``.
    package var raise: Double? {
        guard let proposal else { return nil }
        // A rest without any movement tells nothing.
        guard proposal.closest.isFinite else { return 0 }
        let middle = (proposal.weakest + proposal.closest) / 2
        return max(0, min(middle, Self.largestRaise), proposal.closest + Self.neededMargin)
    }

    // MARK: Shakes

    /// Each movement that came near a shake at the highest sensitivity.
    package static func attempts(in samples: [SensorSample], _ model: ShakeModel = .builtIn) -> [MotionEpisode] {
        replay(samples, model).episodes.filter(isAttempt)
    }

    /// Whether a movement counts as an attempt to shake.
    package static func isAttempt(_ episode: MotionEpisode) -> Bool {
        episode.hasShake || (episode.nearness ?? -.infinity) >= attempt
    }

    private static func replay(_ samples: [SensorSample], _ model: ShakeModel) -> ShakeReplay {
        var settings = ShakeSettings.agentDefault
        settings.sensitivity = .high
        var replay = ShakeReplay(settings, model: model, origin: samples.first?.nanoseconds)
        for sample in samples { replay.take(sample) }
        replay.finish()
        return replay
    }

    private static func bar(
        of episode: MotionEpisode, _ sensitivity: ShakeSensitivity, _ model: ShakeModel
    ) -> Double {
        episode.best.features.map { model.bar(sensitivity, interval: $0[.interval]) } ?? episode.best.bar
    }
}
