// SPDX-License-Identifier: Apache-2.0

package import BatonMotion

/// Runs the agent's recognizer over samples and collects its results, for drawing and for printing.
package struct ShakeReplay: Sendable {
    /// The length of a rest that ends an episode, in seconds.
    private static let pause = 0.5
    /// An episode whose score is further below its bar is not reported: nobody would take it for a shake.
    package static let worthTelling = -5.0
    /// A movement that came too soon to be judged is reported if it was as strong as this, in m/s².
    private static let strongEnough = 8.0

    /// What is drawn.
    package private(set) var trace = MotionTrace()
    /// The recognizer's phases, in order.
    package private(set) var phases: [MotionPhase] = []
    /// The movements that have ended, including those with a shake.
    package private(set) var episodes: [MotionEpisode] = []
    /// How many samples were received.
    package private(set) var count = 0

    /// The time of the first sample: the zero of the trace's clock unless another was given.
    package private(set) var origin: Int64?
    private var detector: ShakeDetector
    private let model: ShakeModel
    private var orientation = OrientationTracker()
    private var episode: MotionEpisode?
    /// Whether this recognizer's phases count; if not, only the phases given to ``note(_:)`` do.
    private let isJudge: Bool
    private let keepsEpisodes: Bool

    /// - Parameters:
    ///   - model: Tells shakes from other movement.
    ///   - origin: The zero of the trace's clock; the first sample if nil.
    ///   - isJudge: False when another recognizer, the agent's, decides, and this one only measures.
    ///   - keepsEpisodes: False for an endless signal.
    package init(
        _ settings: ShakeSettings, model: ShakeModel = .builtIn, origin: Int64? = nil, isJudge: Bool = true,
        keepsEpisodes: Bool = true
    ) {
        detector = ShakeDetector(settings, model: model, isExplaining: true)
        self.model = model
        self.origin = origin
        self.isJudge = isJudge
        self.keepsEpisodes = keepsEpisodes
        trace.details = ["sensitivity \(settings.sensitivity.rawValue)"]
    }

    /// The recognizer's measure of the last sample.
    package var measure: ShakeMeasure { detector.measure }

    /// Reported movements that were not shakes.
    package var misses: [MotionEpisode] {
        episodes.filter { episode in
            guard !episode.hasShake else { return false }
            guard let margin = episode.margin else { return episode.isTooSoon && episode.peak >= Self.strongEnough }
            return margin >= Self.worthTelling
        }
    }

    /// Processes the next sample.
    ///
    /// - Returns: The phase that the recognizer reported, if any.
    @discardableResult
    package mutating func take(_ sample: SensorSample) -> MotionPhase? {
        count += 1
        let time = seconds(sample.nanoseconds)
        let phase = detector.process(sample)
        let measure = detector.measure
        trace.append(
            MotionTrace.Point(
                time: time, x: sample.x, y: sample.y, z: sample.z, magnitude: measure.magnitude,
                score: measure.score, bar: measure.bar))
        if isJudge, let phase { note(phase) }
        followEpisode(measure, at: time, phase)
        if let pose = orientation.process(sample) { trace.poses.append(.init(time: time, name: pose.rawValue)) }
        return phase
    }

    /// Records a phase that was reported.
    package mutating func note(_ phase: MotionPhase) {
        let time = seconds(phase.timestamp.wholeNanoseconds)
        phases.append(phase)
        switch phase {
        case .began: trace.note(.running, at: time, window: measure.features?.window ?? ShakeMeasure.window)
        case .ended(_, let duration): trace.note(.ended, at: time, duration: duration.inSeconds)
        case .cancelled(_, .tooLong): trace.note(.tooLong, at: time)
        case .cancelled(_, .interrupted): trace.note(.interrupted, at: time)
        }
    }

    /// Records that samples are missing here.
    package mutating func lose(_ count: UInt32, at nanoseconds: Int64) {
        trace.losses.append(.init(time: seconds(nanoseconds), count: UInt64(count)))
    }

    /// Ends the replay after the last sample.
    package mutating func finish() {
        closeEpisode()
        trace.misses = misses.map {
            .init(start: $0.start, end: $0.end, label: WhyNot.reasons(for: $0, model: model)[0].label)
        }
    }

    /// Removes everything that ended before the newest `seconds`.
    package mutating func forget(beyond seconds: Double) {
        guard let last = trace.points.last, let first = trace.points.first, last.time - first.time > 1.2 * seconds
        else { return }
        trace.forget(before: last.time - seconds)
        phases.removeAll()
    }

    /// Sets the name and details of the trace.
    package mutating func describe(source: String, details: [String]) {
        trace.source = source
        trace.details = details
    }

    // MARK: Episodes

    private mutating func followEpisode(_ measure: ShakeMeasure, at time: Double, _ phase: MotionPhase?) {
        if measure.magnitude >= ShakeMeasure.strong {
            if episode == nil { episode = MotionEpisode(start: time, measure: measure) }
            episode?.add(measure, at: time)
        } else if let current = episode {
            if time - current.end < ShakeMeasure.quiet { episode?.consider(measure) }
            if time - current.end > Self.pause, !detector.isShaking { closeEpisode() }
        }
        if phase != nil || detector.isShaking { episode?.hasShake = true }
    }

    private mutating func closeEpisode() {
        if let episode, keepsEpisodes { episodes.append(episode) }
        episode = nil
    }

    private mutating func seconds(_ nanoseconds: Int64) -> Double {
        let zero = origin ?? nanoseconds
        origin = zero
        return Double(nanoseconds &- zero) / 1e9
    }
}
