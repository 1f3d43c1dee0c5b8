// SPDX-License-Identifier: Apache-2.0

import BatonMotion

/// Recognizes a shake in the samples of an accelerometer, at any rate from 10 Hz (docs/shake.md).
///
/// It is the recognizer of dbb5d33 with all its parts, kept as they were for the table of docs/shake.md. Parts that are alike in
/// BatonMotion stay copies: a change there must not change what is compared with.
///
/// Exactly one ``MotionPhase/ended(at:duration:)`` or ``MotionPhase/cancelled(at:reason:)`` follows each
/// ``MotionPhase/began(at:)`` (rule M1). Turning the device is not a shake, and neither are steps, knocks and falls
/// (rules M3 and SHAKE9). Directions are compared with each other only, so the mounting of the sensor does not matter
/// (rule SHAKE4). Processing a sample never allocates.
///
/// | state | condition | reported | next state |
/// | --- | --- | --- | --- |
/// | idle | the samples are a shake | began | shaking |
/// | shaking | no strong sample for 0.3 s | ended | idle |
/// | shaking | a strong sample later than the longest shake | cancelled, too long | latched |
/// | shaking | a gap of more than a second, or ``interrupt(at:)`` | cancelled, interrupted | idle |
/// | latched | no strong sample for 0.3 s | – | idle |
///
/// For example:
/// ```swift
/// var detector = LandedDetector()
/// for sample in recording.samples {
///     if case .ended(let time, _) = detector.process(sample) { print("shaken at \(time)") }
/// }
/// ```
struct LandedDetector: Sendable {
    private enum State {
        case idle
        case shaking(since: Double)
        /// The shake was cancelled; the next one can begin only after a pause.
        case latched
    }

    /// The settings that it was made with.
    let settings: ShakeSettings
    /// The values that were derived from the last sample.
    private(set) var measure = LandedMeasure()

    private let gain: Double
    private let longest: Double
    private var state = State.idle
    private var rail = LandedRailCorrection()
    private var filter = LandedUserAccelerationFilter()
    private var window = LandedMagnitudeWindow()
    private var chain = LandedSwingChain()
    private var gate = LandedCalmGate()
    private var previous: Int64?
    /// The time of the last sample in seconds since the first one. All other times in seconds are on this clock.
    private var time = 0.0
    private var origin: Int64 = 0
    private var spacing = 0.02

    /// Makes a detector that has received no sample.
    init(_ settings: ShakeSettings = ShakeSettings()) {
        self.settings = settings
        gain = 1
        longest = settings.longestShake / .seconds(1)
    }

    /// Whether a shake has begun and not ended.
    var isShaking: Bool {
        if case .shaking = state { true } else { false }
    }

    /// Takes the next sample.
    ///
    /// A sample that is not newer than the one before, or that is not a number, is dropped. A step of more than a
    /// second, forward or backward, begins anew (rule SHAKE1).
    /// - Returns: the phase that the sample caused, if any.
    mutating func process(_ sample: SensorSample) -> MotionPhase? {
        let raw = Acceleration(sample)
        guard raw.isFinite else { return nil }
        guard let previous else {
            begin(sample, raw)
            return nil
        }
        let interval = (Double(sample.nanoseconds) - Double(previous)) * 1e-9
        guard abs(interval) <= LandedThresholds.longestGap else {
            // After a clock was set back all samples would be dropped until it has caught up.
            let phase = interrupt(at: max(sample.timestamp, .nanoseconds(previous)))
            begin(sample, raw)
            return phase
        }
        guard interval > 0 else { return nil }
        self.previous = sample.nanoseconds
        time = Double(sample.nanoseconds &- origin) * 1e-9
        spacing += 0.2 * (min(interval, 0.2) - spacing)
        look(at: rail.correct(raw.clamped(to: LandedThresholds.largestValue)), after: interval)
        return advanceState(sample)
    }

    /// Lets time pass without a sample.
    ///
    /// - Returns: a cancellation if a shake is under way and the last sample is more than a second old.
    mutating func advance(to instant: Duration) -> MotionPhase? {
        guard isShaking, let previous else { return nil }
        guard instant - .nanoseconds(previous) > .seconds(LandedThresholds.longestGap) else { return nil }
        return interrupt(at: instant)
    }

    /// Begins anew, because the sensor is lost or shakes are not wanted any more.
    ///
    /// - Returns: a cancellation if a shake is under way.
    mutating func interrupt(at instant: Duration) -> MotionPhase? {
        let wasShaking = isShaking
        state = .idle
        previous = nil
        measure = LandedMeasure()
        return wasShaking ? .cancelled(at: instant, reason: .interrupted) : nil
    }

    // MARK: The signal

    private mutating func begin(_ sample: SensorSample, _ raw: Acceleration) {
        let first = raw.clamped(to: LandedThresholds.largestValue)
        previous = sample.nanoseconds
        origin = sample.nanoseconds
        time = 0
        rail.reset(first)
        filter.reset(first)
        window.removeAll()
        chain.removeAll()
        gate = LandedCalmGate()
    }

    private mutating func look(at force: Acceleration, after interval: Double) {
        let isSparse = spacing > LandedThresholds.sparseInterval
        let isCoarse = !isSparse && spacing > LandedThresholds.coarseInterval
        let user = filter.pass(force, after: interval) * (isCoarse ? gain * LandedThresholds.coarseGain : gain)
        let magnitude = user.magnitude
        window.add(user, magnitude, at: time)
        gate.add(magnitude, filter.force.squaredMagnitude, at: time, interval: interval, isSparse: isSparse)
        chain.add(user, magnitude, at: time, interval: interval, isSparse: isSparse)
        measure.magnitude = magnitude
        measure.mean = time > LandedThresholds.window ? window.mean : 0
        measure.reversals = chain.reversals
        measure.weakerSwing = chain.weaker
        measure.balance = chain.balance
        measure.strength = chain.reversals > 0 ? (measure.mean / 10 * chain.weaker / 12).squareRoot() : 0
        measure.sinceCalm = time - gate.lastCalm
        measure.sinceRest = time - gate.lastRest
        measure.isFalling = gate.isAfterFall(at: time)
        measure.isSparse = isSparse
    }

    // MARK: The decision

    private mutating func advanceState(_ sample: SensorSample) -> MotionPhase? {
        let sinceStrong = time - chain.lastStrong
        switch state {
        case .idle:
            // Nearly all samples fail here, before the costly conditions are computed.
            guard measure.mean >= LandedThresholds.mean, time >= LandedThresholds.warmUp, isShake else { return nil }
            // The window still holds samples of a shake that has just ended. A shake that began by them would end at
            // once.
            guard sinceStrong < LandedThresholds.quiet else { return nil }
            state = .shaking(since: time)
            return .began(at: sample.timestamp)
        case .shaking(let since):
            if sinceStrong >= LandedThresholds.quiet {
                state = .idle
                let duration = max(0, chain.lastStrong - since)
                return .ended(at: sample.timestamp, duration: .seconds(duration))
            }
            // A strong sample exactly at the limit does not cancel.
            guard sinceStrong == 0, time - since > longest else { return nil }
            state = .latched
            return .cancelled(at: sample.timestamp, reason: .tooLong)
        case .latched:
            if sinceStrong >= LandedThresholds.quiet { state = .idle }
            return nil
        }
    }

    private var isShake: Bool {
        // Many even swings are a shake even without rest or calm before: a runner's swings are stronger to one side,
        // and those of a fall die away.
        let needed = measure.isFalling ? LandedThresholds.evenAfterFall : LandedThresholds.even
        if chain.even >= needed, measure.strength >= LandedThresholds.evenStrength { return true }
        guard !measure.isFalling else { return false }
        guard isGreatShake || (measure.isSparse ? isSparseShake : isDenseShake) else { return false }
        return window.bias <= LandedThresholds.bias
    }

    /// Whether the movement is so strong to both sides that only an arm can cause it. This works where missing samples
    /// hide the reversals.
    private var isGreatShake: Bool {
        guard measure.mean >= LandedThresholds.greatMean else { return false }
        if measure.sinceRest <= LandedThresholds.greatSinceRest, window.opposite >= LandedThresholds.greatOpposite {
            return true
        }
        return measure.isSparse && measure.mean >= LandedThresholds.sparseGreatMean
            && window.opposite >= LandedThresholds.sparseGreatOpposite
    }

    /// Whether the swings are a shake, where samples are dense enough to follow swings (rule SHAKE6).
    private var isDenseShake: Bool {
        guard measure.weakerSwing >= LandedThresholds.opposite else { return false }
        if measure.sinceRest <= LandedThresholds.sinceRest,
            alternates(with: LandedThresholds.restStrength, orOnceWith: LandedThresholds.greatRestStrength)
        {
            return true
        }
        return measure.sinceCalm <= LandedThresholds.sinceCalm
            && alternates(with: LandedThresholds.strength, orOnceWith: LandedThresholds.greatStrength)
    }

    private func alternates(with strength: Double, orOnceWith great: Double) -> Bool {
        if measure.reversals >= LandedThresholds.reversals, chain.thirdPeak >= LandedThresholds.third,
            measure.strength >= strength, measure.balance >= LandedThresholds.balance
        {
            return true
        }
        return measure.reversals > 0 && measure.strength >= great && measure.balance >= LandedThresholds.greatBalance
    }

    /// Whether the amplitudes are a shake, where samples are too sparse to follow swings (rule SHAKE7).
    private var isSparseShake: Bool {
        let (first, _, third) = window.strongest
        if measure.sinceRest <= LandedThresholds.sparseSinceRest, first >= LandedThresholds.sparseRestPeak,
            third >= LandedThresholds.sparseRestThird,
            amounts(
                to: LandedThresholds.sparseRestStrength, or: LandedThresholds.sparseRestFloor,
                with: LandedThresholds.sparseRestOpposite)
        {
            return true
        }
        return measure.sinceCalm <= LandedThresholds.sparseSinceCalm && first >= LandedThresholds.sparsePeak
            && third >= LandedThresholds.sparseThird
            && amounts(
                to: LandedThresholds.sparseStrength, or: LandedThresholds.sparseFloor,
                with: LandedThresholds.sparseOpposite)
    }

    private func amounts(to strength: Double, or floor: Double, with opposite: Double) -> Bool {
        if measure.reversals > 0, measure.strength >= strength { return true }
        return measure.mean + window.least >= floor && window.opposite >= opposite
    }
}
