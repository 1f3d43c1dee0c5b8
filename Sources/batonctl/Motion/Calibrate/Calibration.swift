// SPDX-License-Identifier: Apache-2.0
import BatonMotion

/// Compares the three sensitivities on a user's own shakes and on other movement.
struct Calibration: Sendable {
    /// The result of one sensitivity.
    struct Trial: Hashable, Sendable {
        let sensitivity: ShakeSensitivity
        /// For each shake the share of the needed strength that it reached; 1 and above is enough.
        let margins: [Double]
        /// How many shakes it recognized in the rest, where there were none.
        let falseTriggers: Int
        /// The largest share of the needed strength in the rest.
        let closest: Double

        /// How many shakes it recognized.
        var caught: Int { margins.filter { $0 >= 1 }.count }
        /// The margin of the weakest shake; 0 without shakes.
        var weakest: Double { margins.min() ?? 0 }
        /// Whether it recognized each shake and nothing else.
        var isRight: Bool { !margins.isEmpty && caught == margins.count && falseTriggers == 0 }
        /// Whether it is right with a margin on both sides.
        var isSafe: Bool { isRight && weakest >= Calibration.neededMargin && closest <= Calibration.allowedCloseness }
    }

    /// The least margin of the weakest shake, as a share of what is needed, because a user's shakes differ. Larger: a
    /// more sensitive setting is proposed.
    static let neededMargin = 1.15
    /// The largest closeness of the rest. Larger: a setting that is closer to a false trigger is accepted.
    static let allowedCloseness = 0.9
    /// How many shakes are asked for.
    static let shakes = 5

    /// The sensitivities from the least to the most sensitive.
    let trials: [Trial]

    init(trials: [Trial]) { self.trials = trials }

    /// Runs the recognizer at each sensitivity over shakes with rests between them, and over the rest.
    init(shakes: [SensorSample], rest: [SensorSample]) {
        let attempts = Self.attempts(in: shakes)
        trials = ShakeSensitivity.allCases.map { sensitivity in
            let seen = Self.replay(shakes, sensitivity)
            let quiet = Self.replay(rest, sensitivity)
            return Trial(
                sensitivity: sensitivity, margins: attempts.map { Self.margin(of: $0, in: seen.trace) },
                falseTriggers: quiet.trace.shakes.count,
                closest: quiet.trace.points.reduce(0) { max($0, $1.strength) })
        }
    }

    /// The least sensitive trial that is safe, else the least sensitive one that is right; nil without either.
    var proposal: Trial? { trials.first(where: \.isSafe) ?? trials.first(where: \.isRight) }

    // MARK: Shakes

    /// The time of each shake: each movement that came near a shake at the highest sensitivity.
    static func attempts(in samples: [SensorSample]) -> [ClosedRange<Double>] {
        replay(samples, .high).episodes.filter(isAttempt).map { $0.start...$0.end }
    }

    /// Whether a movement counts as an attempt to shake.
    static func isAttempt(_ episode: MotionEpisode) -> Bool { episode.hasShake || episode.closeness >= 0.4 }

    private static func replay(_ samples: [SensorSample], _ sensitivity: ShakeSensitivity) -> ShakeReplay {
        var settings = ShakeSettings.agentDefault
        settings.sensitivity = sensitivity
        var replay = ShakeReplay(settings, origin: samples.first?.nanoseconds)
        for sample in samples { replay.take(sample) }
        replay.finish()
        return replay
    }

    private static func margin(of attempt: ClosedRange<Double>, in trace: MotionTrace) -> Double {
        let closeness = trace.points.reduce(0) { attempt.contains($1.time) ? max($0, $1.strength) : $0 }
        let isCaught = trace.shakes.contains { attempt.contains($0.began) }
        // A shake that another condition than its strength recognized counts as having the needed strength.
        return isCaught ? max(1, closeness) : min(closeness, 0.99)
    }
}
