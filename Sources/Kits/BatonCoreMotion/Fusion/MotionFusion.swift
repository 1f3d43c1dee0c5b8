// SPDX-License-Identifier: Apache-2.0

public import BatonMotion

/// Puts the samples of three sensors into one order and passes them to ``VQF`` (rules VQF12 and VQF13).
///
/// The sensors may have different rates and deliver in bursts. Time comes only from the samples. Memory is taken once; a
/// sample makes no allocation.
///
/// For example:
/// ```swift
/// var fusion = MotionFusion()
/// for sample in samples {
///     fusion.process(sample) { fusion, sample in print(sample.timestamp, fusion.filter.attitude) }
/// }
/// ```
public struct MotionFusion: Sendable {
    /// The filter.
    public private(set) var filter: VQF
    /// Samples that were dropped: not newer than the one before of the same sensor, not a number, or beyond any sensor.
    public private(set) var dropped: UInt64 = 0
    /// How often the attitude was forgotten, because the gyroscope was silent for more than half a second.
    public private(set) var gaps: UInt64 = 0
    /// The latest sample of the accelerometer that the filter has; nil before the first one.
    public private(set) var accelerometer: SensorSample?
    /// The latest sample of the magnetometer that the filter has; nil before the first one.
    public private(set) var magnetometer: SensorSample?

    private var gyroscopes = SampleLane()
    private var accelerometers = SampleLane()
    private var magnetometers = SampleLane()
    /// A sample of the gyroscope that the filter has and that was not handed on yet.
    private var pending: SensorSample?

    /// The longest time in seconds for which a sample waits for an older one of another sensor. A larger value suits longer
    /// bursts and delays the attitude.
    public static let longestWait = 0.06
    /// A sensor that is silent for this long, in seconds, is not waited for.
    private static let activeTime = 0.25
    /// The longest gap of the gyroscope in seconds, over which the attitude is known.
    private static let longestGap = 0.5
    /// The step back of a clock in seconds, above which all begins anew. Smaller ones are late samples.
    private static let longestStepBack = 1.0
    /// The largest value on an axis that a sensor can have, in rad/s, m/s² or µT.
    private static let largest = 1e5

    /// Makes a fusion with a new filter.
    public init(_ parameters: VQFParameters = VQFParameters()) {
        filter = VQF(parameters)
    }

    /// Takes a sample of any sensor.
    ///
    /// - Parameters:
    ///   - sample: the sample; samples of one sensor come in the order of time.
    ///   - each: called for each sample of the gyroscope that the filter has, in the order of time, when the filter also has
    ///     the other sensors' samples up to that time.
    public mutating func process(
        _ sample: SensorSample, each: (borrowing MotionFusion, SensorSample) -> Void = { _, _ in }
    ) {
        guard isUsable(sample) else {
            dropped &+= 1
            return
        }
        let last = newest(of: sample.kind)
        if last != .min, sample.nanoseconds <= last {
            guard Self.seconds(from: sample.nanoseconds, to: last) > Self.longestStepBack else {
                dropped &+= 1
                return
            }
            // The clock was set back: what is known of time is worth nothing.
            gaps &+= 1
            forgetAttitude()
        }
        put(sample)
        while let next = takeNext() {
            if let pending, next.nanoseconds > pending.nanoseconds { handOn(each) }
            update(next)
        }
        handOn(each)
    }

    /// Forgets everything but the filter's bias, its uncertainty and the accepted field (rule VQF12).
    public mutating func forgetAttitude() {
        filter.forgetAttitude()
        (accelerometer, magnetometer, pending) = (nil, nil, nil)
        gyroscopes.reset()
        accelerometers.reset()
        magnetometers.reset()
    }

    private mutating func handOn(_ each: (borrowing MotionFusion, SensorSample) -> Void) {
        guard let sample = pending else { return }
        pending = nil
        each(self, sample)
    }

    // MARK: The order

    private func isUsable(_ sample: SensorSample) -> Bool {
        // A comparison with NaN is false.
        abs(sample.x) < Self.largest && abs(sample.y) < Self.largest && abs(sample.z) < Self.largest
    }

    private func newest(of kind: SensorKind) -> Int64 {
        switch kind {
        case .gyroscope: gyroscopes.newest
        case .accelerometer: accelerometers.newest
        case .magnetometer: magnetometers.newest
        }
    }

    private mutating func put(_ sample: SensorSample) {
        switch sample.kind {
        case .gyroscope: gyroscopes.put(sample)
        case .accelerometer: accelerometers.put(sample)
        case .magnetometer: magnetometers.put(sample)
        }
    }

    /// The oldest sample that waits, if no older one is expected. At equal times the gyroscope is first, then the
    /// accelerometer.
    private mutating func takeNext() -> SensorSample? {
        let times = (gyroscopes.first, accelerometers.first, magnetometers.first)
        let time = min(times.0, min(times.1, times.2))
        guard time != .max else { return nil }
        let newest = max(gyroscopes.newest, max(accelerometers.newest, magnetometers.newest))
        let isDue =
            Self.seconds(from: time, to: newest) > Self.longestWait || gyroscopes.isFull || accelerometers.isFull
            || magnetometers.isFull
            || Self.hasPassed(time, gyroscopes, newest) && Self.hasPassed(time, accelerometers, newest)
                && Self.hasPassed(time, magnetometers, newest)
        guard isDue else { return nil }
        if times.0 == time { return gyroscopes.take() }
        return times.1 == time ? accelerometers.take() : magnetometers.take()
    }

    /// Whether a sensor cannot deliver a sample older than `time` any more, or is silent.
    private static func hasPassed(_ time: Int64, _ lane: SampleLane, _ newest: Int64) -> Bool {
        lane.newest >= time || lane.newest == .min || seconds(from: lane.newest, to: newest) > activeTime
    }

    /// Seconds between two stamps, whatever they are.
    private static func seconds(from: Int64, to: Int64) -> Double { (Double(to) - Double(from)) * 1e-9 }

    // MARK: The filter

    private mutating func update(_ sample: SensorSample) {
        let value = SIMD3(sample.x, sample.y, sample.z)
        switch sample.kind {
        case .gyroscope:
            if let interval = gyroscopes.interval(sample) {
                if interval > Self.longestGap {
                    gaps &+= 1
                    filter.forgetAttitude()
                } else {
                    filter.update(gyroscope: value, after: interval)
                }
            }
            pending = sample
        case .accelerometer:
            if let interval = accelerometers.interval(sample) {
                filter.update(accelerometer: value, after: interval)
            }
            accelerometer = sample
        case .magnetometer:
            if let interval = magnetometers.interval(sample) {
                filter.update(magnetometer: value, after: interval)
            }
            magnetometer = sample
        }
    }
}
