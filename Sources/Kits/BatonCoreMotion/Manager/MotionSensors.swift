// SPDX-License-Identifier: Apache-2.0

import BatonMotion
package import BatonValues

/// The sensors of a machine, shared by all that use them: managers, the shared accelerometer and the orientation (rules CM14 and
/// CM15).
///
/// It asks the source for what all users together need, and computes the attitude once for all. Make one for each process.
/// Not thread-safe: use it, and everything made with it, on the thread of the source's loop.
///
/// For example:
/// ```swift
/// let sensors = MotionSensors(source: source)
/// let manager = MotionManager(sensors: sensors)
/// print(manager.isDeviceMotionAvailable)
/// ```
public final class MotionSensors {
    /// What the machine has now.
    public private(set) var equipment: MotionEquipment
    /// What the source was asked for last.
    public private(set) var needs = MotionNeeds()

    let source: any MotionSource
    private var users: [User] = []
    private var observers = Observers<MotionEquipment>()
    private var newest: [Int64] = [.min, .min, .min]
    private var fusion: MotionFusion?
    /// When the accelerometer and the gyroscope had both given data.
    private var fusedSince: Int64?
    private var lastFused = Int64.min
    /// The results of one sample, kept so that a sample makes no allocation.
    private var results: [FusedMotion] = []

    /// A step back of a clock in nanoseconds, above which the time begins anew.
    private static let longestStepBack: Int64 = 1_000_000_000
    /// The time in nanoseconds that the filter gets before its first attitude is told (rule CM24).
    private static let settleTime: Int64 = 100_000_000
    /// The time in nanoseconds for which the bias is kept without a user (rule CM44).
    private static let keepTime: Int64 = 60_000_000_000

    private struct User {
        weak var user: (any SensorUser)?
    }

    /// Shares a source, of which this is the only reader from now on.
    public init(source: any MotionSource) {
        self.source = source
        equipment = source.equipment
        source.events = { [weak self] in self?.take($0) }
        guard !source.isSettled else { return }
        source.whenSettled { [weak self] in self?.settle() }
    }

    /// Whether ``equipment`` is known: a source that asks for it over the bus has been answered (rule CM60).
    public var isSettled: Bool { source.isSettled }

    /// Calls `then` once when the equipment is known; at once if it is so already. An app that looks whether a sensor is there
    /// when it starts does it in `then` (rule CM60).
    public func whenSettled(_ then: @escaping () -> Void) { source.whenSettled(then) }

    /// What was started before the equipment was known, and is not there, ends now.
    private func settle() {
        equipment = source.equipment
        for user in users { user.user?.equipmentSettled() }
        review()
    }

    /// Adds an observer of ``equipment``, which is called after the managers have heard of a change.
    package func observe(_ observer: @escaping (MotionEquipment) -> Void) -> Observation { observers.observe(observer) }

    // MARK: Users

    func add(_ user: any SensorUser) {
        users.append(User(user: user))
        review()
    }

    /// Asks the source for what is needed now. Users that do not exist any more need nothing.
    func review() {
        users.removeAll { $0.user == nil }
        var wanted = MotionNeeds(allowsRest: true)
        var isFused = false
        for case let user? in users.map(\.user) {
            let needs = user.needs
            for (kind, interval) in needs.intervals where equipment.sensors.contains(kind) {
                wanted.intervals[kind] = min(wanted.intervals[kind] ?? .infinity, interval)
            }
            if !needs.isEmpty, !needs.allowsRest { wanted.allowsRest = false }
            if user.needsFusion { isFused = true }
        }
        if wanted.isEmpty { wanted.allowsRest = false }
        setFusion(isFused)
        guard wanted != needs else { return }
        needs = wanted
        source.read(wanted)
    }

    private func setFusion(_ isWanted: Bool) {
        if isWanted, fusedSince == nil {
            if fusion == nil { fusion = MotionFusion() } else { fusion?.forgetAttitude() }
            fusedSince = .max
        } else if !isWanted {
            fusedSince = nil
        }
    }

    // MARK: Events

    private func take(_ event: MotionSourceEvent) {
        switch event {
        case .sample(let sample): take(sample)
        case .equipmentChanged:
            equipment = source.equipment
            for user in users { user.user?.equipmentChanged() }
            review()
            observers.tell(equipment)
        }
    }

    private func take(_ sample: SensorSample) {
        guard (sample.x + sample.y + sample.z).isFinite, isNewer(sample) else { return }
        // The array is the one of now: users that come or go in a handler count from the next sample on.
        for user in users { user.user?.take(sample) }
        fuse(sample)
    }

    /// Whether a sample is newer than the last one of its sensor; a clock that was set back begins anew (rule CM17).
    private func isNewer(_ sample: SensorSample) -> Bool {
        let index = Int(sample.kind.rawValue) - 1
        let last = newest[index]
        let (step, isOver) = last.subtractingReportingOverflow(sample.nanoseconds)
        guard last == .min || sample.nanoseconds > last || isOver || step > Self.longestStepBack else { return false }
        newest[index] = sample.nanoseconds
        return true
    }

    // MARK: Fusion

    private func fuse(_ sample: SensorSample) {
        guard fusedSince != nil, fusion != nil else { return }
        let (pause, isOver) = sample.nanoseconds.subtractingReportingOverflow(lastFused)
        if lastFused != .min, isOver || pause > Self.keepTime { fusion = MotionFusion() }
        lastFused = sample.nanoseconds
        results.removeAll(keepingCapacity: true)
        fusion?.process(sample) { fusion, gyroscope in
            if let result = FusedMotion(fusion, gyroscope) { results.append(result) }
        }
        // A handler may end the fusion, so the results are told when the filter is done.
        for result in results where hasSettled(result) {
            for user in users { user.user?.take(result) }
        }
    }

    private func hasSettled(_ result: FusedMotion) -> Bool {
        guard let since = fusedSince else { return false }
        let time = result.gyroscope.nanoseconds
        if since == .max || since > time { fusedSince = time }
        return time &- (fusedSince ?? time) >= Self.settleTime
    }
}

/// A user of ``MotionSensors``, which keeps no strong reference to it.
protocol SensorUser: AnyObject {
    /// What it needs now; ``MotionSensors/review()`` is called after each change.
    var needs: MotionNeeds { get }
    /// Whether it needs attitudes.
    var needsFusion: Bool { get }

    func take(_ sample: SensorSample)
    func take(_ motion: FusedMotion)
    func equipmentChanged()
    /// The equipment is known from now on.
    func equipmentSettled()
}

extension SensorUser {
    func equipmentSettled() {}
}

/// What the filter knows at one sample of the gyroscope.
struct FusedMotion: Sendable {
    let gyroscope: SensorSample
    let accelerometer: SensorSample
    let magnetometer: SensorSample?
    let attitude: Quaternion
    let magneticAttitude: Quaternion
    let bias: SIMD3<Double>
    let isFieldDisturbed: Bool
    /// Of the accepted field, in µT; 0 while there is none.
    let fieldNorm: Double
    let gaps: UInt64

    /// Nil before the first sample of the accelerometer.
    init?(_ fusion: borrowing MotionFusion, _ gyroscope: SensorSample) {
        guard let accelerometer = fusion.accelerometer else { return nil }
        self.gyroscope = gyroscope
        self.accelerometer = accelerometer
        magnetometer = fusion.magnetometer
        attitude = fusion.filter.attitude
        magneticAttitude = fusion.filter.magneticAttitude
        bias = fusion.filter.bias
        isFieldDisturbed = fusion.filter.isFieldDisturbed
        fieldNorm = fusion.filter.fieldNorm
        gaps = fusion.gaps
    }
}
