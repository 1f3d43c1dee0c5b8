// SPDX-License-Identifier: Apache-2.0
import BatonMotion

/// Compares the three sensitivities on someone's own shakes and on what is no shake.
struct Calibration: Sendable {
    /// How a sensitivity did.
    struct Trial: Hashable, Sendable {
        let sensitivity: ShakeSensitivity
        /// For each shake how much of what is needed was there; 1 and above is enough.
        let margins: [Double]
        /// How often it saw a shake where there was none.
        let falseTriggers: Int
        /// How near the rest came to a shake.
        let closest: Double

        /// How many shakes it saw.
        var caught: Int { margins.filter { $0 >= 1 }.count }
        /// The margin of the weakest shake; 0 without any.
        var weakest: Double { margins.min() ?? 0 }
        /// Whether it saw each shake and nothing else.
        var isRight: Bool { !margins.isEmpty && caught == margins.count && falseTriggers == 0 }
        /// Whether it did so with room on both sides.
        var isSafe: Bool { isRight && weakest >= Calibration.neededMargin && closest <= Calibration.allowedCloseness }
    }

    /// The weakest shake should have this much of what is needed: nobody always shakes alike.
    static let neededMargin = 1.15
    /// The rest should come no nearer than this.
    static let allowedCloseness = 0.9
    /// How many shakes are asked for.
    static let shakes = 5

    /// The sensitivities from the least to the most sensitive.
    let trials: [Trial]

    init(trials: [Trial]) { self.trials = trials }

    /// Runs the detector at each sensitivity over shakes with rests between them, and over the rest.
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

    /// The least sensitive one that is safe, else the least sensitive one that is right; nil when none is.
    var proposal: Trial? { trials.first(where: \.isSafe) ?? trials.first(where: \.isRight) }

    // MARK: Shakes

    /// The time of each shake: movement that came near one at the highest sensitivity.
    static func attempts(in samples: [SensorSample]) -> [ClosedRange<Double>] {
        replay(samples, .high).episodes.filter(isAttempt).map { $0.start...$0.end }
    }

    /// Whether a movement was meant as a shake.
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
        // What is recognized by another way than its strength has no less than it takes.
        return isCaught ? max(1, closeness) : min(closeness, 0.99)
    }
}
