// SPDX-License-Identifier: Apache-2.0

/// Recognizes a shake in the samples of an accelerometer, at any rate from 10 Hz (rules M1 and M3, spec/motion.md §4).
///
/// Exactly one Ended or Cancelled follows each Began. Turning the device is no shake, nor are steps, knocks and falls. The
/// direction does not matter, so neither does how the sensor is mounted. Nothing is allocated for a sample.
public struct ShakeDetector: Sendable {
    private enum State {
        case idle
        case shaking(since: Double)
        /// Cancelled; waits for quiet.
        case latched
    }

    /// What it was made with.
    public let settings: ShakeSettings
    /// What it saw at the last sample.
    public private(set) var measure = ShakeMeasure()

    private let gain: Double
    private let longest: Double
    private var state = State.idle
    private var rail = RailCorrection()
    private var filter = UserAccelerationFilter()
    private var window = MagnitudeWindow()
    private var chain = SwingChain()
    private var gate = CalmGate()
    private var previous: Int64?
    /// Seconds since the first sample; all times below are on this clock.
    private var time = 0.0
    private var origin: Int64 = 0
    private var spacing = 0.02

    /// Makes a detector that has seen nothing yet.
    public init(_ settings: ShakeSettings = ShakeSettings()) {
        self.settings = settings
        gain = 1 / settings.sensitivity.factor
        longest = settings.longestShake / .seconds(1)
    }

    /// Whether a shake has begun and not ended.
    public var isShaking: Bool {
        if case .shaking = state { true } else { false }
    }

    /// Takes the next sample.
    ///
    /// A sample that is not newer than the one before, or no number, is dropped; a gap of more than a second, either way,
    /// begins anew.
    /// - Returns: what has begun, ended or been cancelled with it.
    public mutating func process(_ sample: SensorSample) -> MotionPhase? {
        let raw = Acceleration(sample)
        guard raw.isFinite else { return nil }
        guard let previous else {
            begin(sample, raw)
            return nil
        }
        let interval = (Double(sample.nanoseconds) - Double(previous)) * 1e-9
        guard abs(interval) <= ShakeThresholds.longestGap else {
            // A clock that was set back would otherwise silence the detector for as long.
            let phase = interrupt(at: max(sample.timestamp, .nanoseconds(previous)))
            begin(sample, raw)
            return phase
        }
        guard interval > 0 else { return nil }
        self.previous = sample.nanoseconds
        time = Double(sample.nanoseconds &- origin) * 1e-9
        spacing += 0.2 * (min(interval, 0.2) - spacing)
        look(at: rail.correct(raw.clamped(to: ShakeThresholds.largestValue)), after: interval)
        return advanceState(sample)
    }

    /// Tells that time has passed without a sample.
    ///
    /// - Returns: a cancellation, when a shake is under way and the gap is longer than a second.
    public mutating func advance(to instant: Duration) -> MotionPhase? {
        guard isShaking, let previous else { return nil }
        guard instant - .nanoseconds(previous) > .seconds(ShakeThresholds.longestGap) else { return nil }
        return interrupt(at: instant)
    }

    /// The sensor is lost, or nobody may be served any more: begins anew.
    ///
    /// - Returns: a cancellation, when a shake is under way.
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
        chain.removeAll()
        gate = CalmGate()
    }

    private mutating func look(at force: Acceleration, after interval: Double) {
        let isSparse = spacing > ShakeThresholds.sparseInterval
        let isCoarse = !isSparse && spacing > ShakeThresholds.coarseInterval
        let user = filter.pass(force, after: interval) * (isCoarse ? gain * ShakeThresholds.coarseGain : gain)
        let magnitude = user.magnitude
        window.add(user, magnitude, at: time)
        gate.add(magnitude, filter.force.squaredMagnitude, at: time, interval: interval, isSparse: isSparse)
        chain.add(user, magnitude, at: time, interval: interval, isSparse: isSparse)
        measure.magnitude = magnitude
        measure.mean = time > ShakeThresholds.window ? window.mean : 0
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
            // Nearly all samples fail here, before anything is computed.
            guard measure.mean >= ShakeThresholds.mean, time >= ShakeThresholds.warmUp, isShake else { return nil }
            // What is left in the window of a shake that has just ended is no other one: that would end at once.
            guard sinceStrong < ShakeThresholds.quiet else { return nil }
            state = .shaking(since: time)
            return .began(at: sample.timestamp)
        case .shaking(let since):
            if sinceStrong >= ShakeThresholds.quiet {
                state = .idle
                let duration = max(0, chain.lastStrong - since)
                return .ended(at: sample.timestamp, duration: .seconds(duration))
            }
            // A strong sample exactly at the limit is still inside.
            guard sinceStrong == 0, time - since > longest else { return nil }
            state = .latched
            return .cancelled(at: sample.timestamp, reason: .tooLong)
        case .latched:
            if sinceStrong >= ShakeThresholds.quiet { state = .idle }
            return nil
        }
    }

    private var isShake: Bool {
        // Swings that go on alike are a shake whatever was before: a runner's are stronger to one side, a fall's die away.
        let needed = measure.isFalling ? ShakeThresholds.evenAfterFall : ShakeThresholds.even
        if chain.even >= needed, measure.strength >= ShakeThresholds.evenStrength { return true }
        guard !measure.isFalling else { return false }
        guard isGreatShake || (measure.isSparse ? isSparseShake : isDenseShake) else { return false }
        return window.bias <= ShakeThresholds.bias
    }

    /// So strong to both sides that nothing but an arm does it, even where samples are missing and reversals with them.
    private var isGreatShake: Bool {
        guard measure.mean >= ShakeThresholds.greatMean else { return false }
        if measure.sinceRest <= ShakeThresholds.greatSinceRest, window.opposite >= ShakeThresholds.greatOpposite {
            return true
        }
        return measure.isSparse && measure.mean >= ShakeThresholds.sparseGreatMean
            && window.opposite >= ShakeThresholds.sparseGreatOpposite
    }

    /// Swings can be followed.
    private var isDenseShake: Bool {
        guard measure.weakerSwing >= ShakeThresholds.opposite else { return false }
        if measure.sinceRest <= ShakeThresholds.sinceRest,
            alternates(with: ShakeThresholds.restStrength, orOnceWith: ShakeThresholds.greatRestStrength)
        {
            return true
        }
        return measure.sinceCalm <= ShakeThresholds.sinceCalm
            && alternates(with: ShakeThresholds.strength, orOnceWith: ShakeThresholds.greatStrength)
    }

    private func alternates(with strength: Double, orOnceWith great: Double) -> Bool {
        if measure.reversals >= ShakeThresholds.reversals, chain.thirdPeak >= ShakeThresholds.third,
            measure.strength >= strength, measure.balance >= ShakeThresholds.balance
        {
            return true
        }
        return measure.reversals > 0 && measure.strength >= great && measure.balance >= ShakeThresholds.greatBalance
    }

    /// Only amplitudes say something.
    private var isSparseShake: Bool {
        let (first, _, third) = window.strongest
        if measure.sinceRest <= ShakeThresholds.sparseSinceRest, first >= ShakeThresholds.sparseRestPeak,
            third >= ShakeThresholds.sparseRestThird,
            amounts(
                to: ShakeThresholds.sparseRestStrength, or: ShakeThresholds.sparseRestFloor,
                with: ShakeThresholds.sparseRestOpposite)
        {
            return true
        }
        return measure.sinceCalm <= ShakeThresholds.sparseSinceCalm && first >= ShakeThresholds.sparsePeak
            && third >= ShakeThresholds.sparseThird
            && amounts(
                to: ShakeThresholds.sparseStrength, or: ShakeThresholds.sparseFloor,
                with: ShakeThresholds.sparseOpposite)
    }

    private func amounts(to strength: Double, or floor: Double, with opposite: Double) -> Bool {
        if measure.reversals > 0, measure.strength >= strength { return true }
        return measure.mean + window.least >= floor && window.opposite >= opposite
    }
}
