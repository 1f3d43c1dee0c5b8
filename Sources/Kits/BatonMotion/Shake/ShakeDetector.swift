// SPDX-License-Identifier: Apache-2.0

/// Recognizes a shake in the samples of an accelerometer, at any rate from 10 Hz (docs/shake.md).
///
/// Exactly one ``MotionPhase/ended(at:duration:)`` or ``MotionPhase/cancelled(at:reason:)`` follows each
/// ``MotionPhase/began(at:)`` (rule M1). Turning the device is not a shake, and neither are steps, knocks and falls
/// (rules M3 and SHAKE9). Directions are compared with each other only, so the mounting of the sensor does not matter
/// (rule SHAKE4). Processing a sample never allocates.
///
/// | state | condition | reported | next state |
/// | --- | --- | --- | --- |
/// | idle | the score reaches the bar (``ShakeModel``) | began | shaking |
/// | shaking | no strong sample for 0.3 s | ended | idle |
/// | shaking | a strong sample later than the longest shake | cancelled, too long | latched |
/// | shaking | a gap of more than a second, or ``interrupt(at:)`` | cancelled, interrupted | idle |
/// | latched | no strong sample for 0.3 s | – | idle |
///
/// For example:
/// ```swift
/// var detector = ShakeDetector()
/// for sample in recording.samples {
///     if case .ended(let time, _) = detector.process(sample) { print("shaken at \(time)") }
/// }
/// ```
public struct ShakeDetector: Sendable {
    private enum State {
        case idle
        case shaking(since: Double)
        /// The shake was cancelled; the next one can begin only after a pause.
        case latched
    }

    /// The settings that it was made with.
    public let settings: ShakeSettings
    /// The values that were derived from the last sample.
    public private(set) var measure = ShakeMeasure()

    private let model: ShakeModel
    private let isExplaining: Bool
    private let bars: ShakeModel.Bars
    private let longest: Double
    private var state = State.idle
    private var rail = RailCorrection()
    private var filter = UserAccelerationFilter()
    private var window = ShakeWindow()
    private var weightlessness = Weightlessness()
    private var run = SwingRun()
    private var unrest = Unrest()
    private var previous: Int64?
    /// The time of the last sample in seconds since the first one. All other times in seconds are on this clock.
    private var time = 0.0
    private var origin: Int64 = 0
    private var spacing = 0.02
    /// When a sample was last strong.
    private var lastStrong = -Double.infinity
    /// The largest magnitude of the shake under way.
    private var largest = 0.0
    /// When the window began to fill.
    private var filledSince = 0.0
    private var few = FewSamples()

    /// Makes a detector that has received no sample.
    ///
    /// - Parameters:
    ///   - model: tells shakes from other movement.
    ///   - isExplaining: whether ``measure`` has all features of each sample. Without it the detector computes them only
    ///     where a shake is within reach, which costs a fraction.
    ///   - settings: how sensitive it is, and how long a shake may last.
    public init(
        _ settings: ShakeSettings = ShakeSettings(), model: ShakeModel = .builtIn, isExplaining: Bool = false
    ) {
        self.settings = settings
        self.model = model
        self.isExplaining = isExplaining
        // A comparison with NaN is false.
        let raise = settings.raise > -5 ? min(settings.raise, 5) : settings.raise <= -5 ? -5 : 0
        bars = model.bars(settings.sensitivity).raised(by: raise, atLeast: model.bars(.high))
        longest = settings.longestShake / .seconds(1)
    }

    /// Whether a shake has begun and not ended.
    public var isShaking: Bool {
        if case .shaking = state { true } else { false }
    }

    private var isIdle: Bool {
        if case .idle = state { true } else { false }
    }

    /// Takes the next sample.
    ///
    /// A sample that is not newer than the one before, or that is not a number, is dropped. A step of more than a
    /// second, forward or backward, begins anew (rule SHAKE1).
    /// - Returns: the phase that the sample caused, if any.
    public mutating func process(_ sample: SensorSample) -> MotionPhase? {
        let raw = Acceleration(sample)
        guard raw.isFinite else { return nil }
        guard let previous else {
            begin(sample, raw)
            return nil
        }
        let interval = (Double(sample.nanoseconds) - Double(previous)) * 1e-9
        guard abs(interval) <= ShakeThresholds.longestGap else {
            // After a clock was set back all samples would be dropped until it has caught up.
            let phase = interrupt(at: max(sample.timestamp, .nanoseconds(previous)))
            begin(sample, raw)
            return phase
        }
        guard interval > 0 else { return nil }
        self.previous = sample.nanoseconds
        time = Double(sample.nanoseconds &- origin) * 1e-9
        // A sensor that stalled for a moment is not a slow one.
        spacing += 0.2 * (min(interval, 2 * spacing) - spacing)
        look(at: rail.correct(raw.clamped(to: ShakeThresholds.largestValue)), after: interval)
        return advanceState(sample)
    }

    /// Lets time pass without a sample.
    ///
    /// - Returns: a cancellation if a shake is under way and the last sample is more than a second old.
    public mutating func advance(to instant: Duration) -> MotionPhase? {
        guard isShaking, let previous else { return nil }
        guard instant - .nanoseconds(previous) > .seconds(ShakeThresholds.longestGap) else { return nil }
        return interrupt(at: instant)
    }

    /// Begins anew, because the sensor is lost or shakes are not wanted any more.
    ///
    /// - Returns: a cancellation if a shake is under way.
    public mutating func interrupt(at instant: Duration) -> MotionPhase? {
        let wasShaking = isShaking
        state = .idle
        previous = nil
        measure = ShakeMeasure()
        return wasShaking ? .cancelled(at: instant, reason: .interrupted) : nil
    }

    // MARK: The signal

    private mutating func begin(_ sample: SensorSample, _ raw: Acceleration) {
        let first = raw.clamped(to: ShakeThresholds.largestValue)
        previous = sample.nanoseconds
        origin = sample.nanoseconds
        time = 0
        rail.reset(first)
        filter.reset(first)
        window.removeAll()
        weightlessness = Weightlessness()
        run = SwingRun()
        unrest = Unrest()
        lastStrong = -.infinity
        filledSince = 0
        few = FewSamples()
    }

    private mutating func look(at force: Acceleration, after interval: Double) {
        let user = filter.pass(force, after: interval)
        let magnitude = user.magnitude
        measure.magnitude = magnitude
        weightlessness.add(filter.force.squaredMagnitude, interval: interval)
        run.add(user, magnitude, at: time)
        unrest.add(magnitude, interval: interval)
        few.add(force, magnitude, at: time)
        largest = max(largest, magnitude)
        let share = isIdle ? 0 : ShakeThresholds.strongShare * largest
        if magnitude >= max(ShakeThresholds.strong, share) { lastStrong = time }
        measure.isJudged = false
        let density = ShakeModel.Density(interval: spacing)
        guard window.add(filter.force, force, at: time, length: density.window) else { return }
        measure.features = nil
        measure.score = nil
        // A shake goes to and fro; however hard a single blow is, it has one half swing.
        measure.isJudged =
            density == .sparse
            ? time - lastStrong < ShakeThresholds.quiet : run.count >= 2 && magnitude >= ShakeThresholds.judged
        // While a shake is under way, only its end is looked for.
        if isExplaining || (!isShaking && measure.isJudged) {
            measure.bar = bars.bar(spacing)
            if time >= ShakeThresholds.warmUp, time - filledSince >= ShakeThresholds.leastWindow {
                judge(gravity: filter.force - user)
            }
        }
        guard measure.isJudged else {
            few.skip(density)
            if spacing > ShakeThresholds.few { measure.score = nil }
            return
        }
        let score = few.heed(measure.score, measure.features, at: time)
        if spacing > ShakeThresholds.few { measure.score = score }
    }

    /// Computes the features and the score, unless a shake is out of reach.
    private mutating func judge(gravity: Acceleration) {
        guard let moments = window.moments, isExplaining || moments.strength >= ShakeThresholds.leastStrength else {
            return
        }
        let (axis, share) = moments.mainAxis
        var features = ShakeFeatures(
            moments, share: share, weightless: weightlessness.time, interval: spacing, run: run.count,
            unrest: unrest.least)
        let part = model.firstPart(features)
        guard isExplaining || part + model.largestSecondPart(features) >= measure.bar else { return }
        features.look(at: window, moments, along: axis, gravity: gravity)
        measure.features = features
        measure.score = part + model.secondPart(features)
    }

    // MARK: The decision

    private mutating func advanceState(_ sample: SensorSample) -> MotionPhase? {
        let sinceStrong = time - lastStrong
        switch state {
        case .idle:
            guard measure.isJudged, let score = measure.score, score >= measure.bar else { return nil }
            state = .shaking(since: time)
            largest = measure.magnitude
            return .began(at: sample.timestamp)
        case .shaking(let since):
            if sinceStrong >= ShakeThresholds.quiet {
                state = .idle
                empty()
                return .ended(at: sample.timestamp, duration: .seconds(max(0, lastStrong - since)))
            }
            // A strong sample exactly at the limit does not cancel.
            guard sinceStrong == 0, time - since > longest else { return nil }
            state = .latched
            return .cancelled(at: sample.timestamp, reason: .tooLong)
        case .latched:
            if sinceStrong >= ShakeThresholds.quiet {
                state = .idle
                empty()
            }
            return nil
        }
    }

    /// Forgets the samples of a shake that is over, so that the next one begins by its own.
    private mutating func empty() {
        window.removeAll()
        run = SwingRun()
        measure.features = nil
        measure.score = nil
        few = FewSamples()
        filledSince = time
    }
}
