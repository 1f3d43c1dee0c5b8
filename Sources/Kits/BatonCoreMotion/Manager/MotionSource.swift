// SPDX-License-Identifier: Apache-2.0

public import BatonMotion

/// A loop that runs work later, on the thread that all objects of motion belong to.
///
/// For example:
/// ```swift
/// final class Queue: MotionLoop {
///     private var work: [() -> Void] = []
///     func perform(_ work: @escaping () -> Void) { self.work.append(work) }
/// }
/// ```
public protocol MotionLoop: AnyObject {
    /// Runs `work` later, never inside this call, in the order of the calls.
    func perform(_ work: @escaping () -> Void)
}

/// Where samples come from: the sensors of this machine, the agent over the bus, or a test (rules CM1 and CM14).
///
/// ``MotionSensors`` calls it and is the only reader. Not thread-safe, as everything here: all calls and callbacks are on the
/// thread of its loop.
///
/// For example:
/// ```swift
/// final class Silence: MotionSource {
///     var events: ((MotionSourceEvent) -> Void)?
///     let equipment = MotionEquipment()
///     func read(_ needs: MotionNeeds) {}
///     func perform(_ work: @escaping () -> Void) {}
/// }
/// ```
public protocol MotionSource: MotionLoop {
    /// Called for each sample and each change of the equipment. ``MotionSensors`` sets it.
    var events: ((MotionSourceEvent) -> Void)? { get set }
    /// What the machine has now. Reading it must open no sensor.
    var equipment: MotionEquipment { get }
    /// Reads exactly the sensors that are needed, each at the lowest rate that is high enough. A sensor that is not needed
    /// any more is switched off; the others go on without a gap.
    func read(_ needs: MotionNeeds)
    /// Whether ``equipment`` is known. A source that has to ask for it says false until it is told, or knows that it will not be
    /// (rule CM60). True by default.
    var isSettled: Bool { get }
    /// Calls `then` once when the source is settled; at once if it is so already, as by default (rule CM60).
    func whenSettled(_ then: @escaping () -> Void)
}

extension MotionSource {
    /// Whether the equipment is known (rule CM60).
    public var isSettled: Bool { true }
    /// Calls `then` at once (rule CM60).
    public func whenSettled(_ then: @escaping () -> Void) { then() }
}

/// What a source reports.
///
/// For example:
/// ```swift
/// func take(_ event: MotionSourceEvent) {
///     if case .sample(let sample) = event { print(sample.kind) }
/// }
/// ```
public enum MotionSourceEvent: Sendable {
    /// A sensor has measured.
    case sample(SensorSample)
    /// A sensor was added or removed, or the declination has changed.
    case equipmentChanged
}

/// The sensors of a machine (rules CM1, CM40 and O10).
///
/// For example:
/// ```swift
/// let laptop = MotionEquipment(sensors: [.accelerometer, .gyroscope], paired: [.gyroscope])
/// print(laptop.hasDeviceMotion)  // true
/// ```
public struct MotionEquipment: Hashable, Sendable {
    /// The sensors that are there.
    public var sensors: Set<SensorKind>
    /// The sensors whose axes have a known relation to those of the accelerometer.
    public var paired: Set<SensorKind>
    /// The angle from true north to magnetic north in degrees, east positive; nil while it is not known.
    public var declination: Double?
    /// Whether the accelerometer is in the part of the machine that has the display.
    public var isInDisplay: Bool

    /// Makes an equipment.
    public init(
        sensors: Set<SensorKind> = [], paired: Set<SensorKind> = [], declination: Double? = nil,
        isInDisplay: Bool = true
    ) {
        self.sensors = sensors
        self.paired = paired
        self.declination = declination
        self.isInDisplay = isInDisplay
    }

    /// Whether attitudes can be computed: an accelerometer and a gyroscope that belong together.
    public var hasDeviceMotion: Bool { has(.accelerometer) && has(.gyroscope) && paired.contains(.gyroscope) }

    /// The frames in which attitudes can be given (rule CM40).
    public var frames: AttitudeReferenceFrame {
        guard hasDeviceMotion else { return [] }
        var frames: AttitudeReferenceFrame = [.xArbitraryZVertical]
        guard has(.magnetometer), paired.contains(.magnetometer) else { return frames }
        frames.formUnion([.xArbitraryCorrectedZVertical, .xMagneticNorthZVertical])
        if declination?.isFinite == true { frames.insert(.xTrueNorthZVertical) }
        return frames
    }

    private func has(_ kind: SensorKind) -> Bool { sensors.contains(kind) }
}

/// Which sensors are needed, and how often (rules CM14 and O11).
///
/// For example:
/// ```swift
/// let needs = MotionNeeds(intervals: [.accelerometer: 0.01])
/// print(needs.isEmpty)  // false
/// ```
public struct MotionNeeds: Hashable, Sendable {
    /// The longest interval in seconds that suits all users, by sensor; from 0.01 on. A sensor without an entry is off.
    public var intervals: [SensorKind: Double]
    /// Whether polling may slow down while nothing moves, because only the orientation is followed.
    public var allowsRest: Bool

    /// Makes needs.
    public init(intervals: [SensorKind: Double] = [:], allowsRest: Bool = false) {
        self.intervals = intervals
        self.allowsRest = allowsRest
    }

    /// Whether no sensor is needed.
    public var isEmpty: Bool { intervals.isEmpty }
}
