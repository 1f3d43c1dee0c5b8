// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
public import BatonCoreMotion
public import BatonDBus
import BatonMotion
import BatonReactor
import BatonValues

/// The sensors that batond reads as a source for `MotionSensors`: an app gets samples over the bus and opens no sensor
/// (rules CM1, CM8, CM14 and CAP6).
///
/// batond shares each sensor among all its readers and switches it off after the last one. While the session is locked or
/// batond is not there, samples pause and resume by themselves. Not thread-safe: use it on the thread of the connection's
/// reactor.
///
/// For example:
/// ```swift
/// import BatonCoreMotion
/// import BatonDBus
/// let bus = Connection(address: address, reactor: reactor)
/// let source = BusMotionSource(connection: bus)
/// let manager = MotionManager(sensors: MotionSensors(source: source))
/// source.whenSettled {
///     manager.startDeviceMotionUpdates { motion, _ in
///         if let motion { print(motion.attitude.pitch) }
///     }
/// }
/// try bus.open()
/// ```
public final class BusMotionSource: MotionSource {
    /// Called for each sample and each change of the equipment. `MotionSensors` sets it.
    public var events: ((MotionSourceEvent) -> Void)?
    /// What batond says that the machine has; nothing until it has answered, and while it is not there.
    public private(set) var equipment: MotionEquipment
    /// Samples that this program read too slowly, so that batond dropped them.
    public private(set) var lostSamples: UInt64 = 0

    let connection: Connection
    private var lanes: [StreamLane] = []
    private let watch: AgentWatch
    private var observation: Observation?
    /// What batond said last, and the kinds that it could not read since.
    private var capabilities: Set<SensorKind> = []
    /// Those that batond says to be paired; nil from a batond that does not say it.
    private var paired: Set<SensorKind>?
    /// What the app has said.
    private let ownDeclination: Double?
    private var refused: Set<SensorKind> = []
    /// Whether batond has told what the machine has, is known not to be there, refuses, or has not answered in 5 s.
    public private(set) var isSettled = false
    private var waiting: [() -> Void] = []

    /// Makes a source, which asks batond what the machine has when the connection is open.
    ///
    /// - Parameters:
    ///   - connection: to the session bus.
    ///   - declination: the angle from true north to magnetic north in degrees, east positive; nil: that of batond's
    ///     configuration, if there is one.
    public init(connection: Connection, declination: Double? = nil) {
        self.connection = connection
        ownDeclination = declination
        watch = AgentWatch(RemoteAgent(on: connection), following: [.motion])
        equipment = MotionEquipment(declination: declination)
        lanes = SensorKind.allCases.map { kind in
            StreamLane(kind, connection: connection) { [weak self] in self?.take($0, of: kind) }
        }
        observation = watch.observe { [weak self] in self?.follow($0) }
    }

    /// Calls `then` once when batond has told what the machine has, is known not to be there, refuses, or has not answered in
    /// 5 s; at once if that is so already.
    public func whenSettled(_ then: @escaping () -> Void) {
        if isSettled { then() } else { waiting.append(then) }
    }

    /// Runs work in a later turn of the reactor.
    public func perform(_ work: @escaping () -> Void) {
        _ = connection.reactor.schedule(after: .zero, handler: work)
    }

    /// Reads exactly what is needed, over a stream for each kind.
    public func read(_ needs: MotionNeeds) {
        for lane in lanes {
            let interval = equipment.sensors.contains(lane.kind) ? needs.intervals[lane.kind] : nil
            lane.read(interval.map { StreamLane.Wish($0, allowsRest: needs.allowsRest) })
        }
    }

    // MARK: What the machine has

    private func follow(_ change: AgentWatch.Change) {
        switch change {
        case .arrived: break
        case .left: settle([])
        case .told:
            learn(watch.state[MotionInterface.deviceMotion])
            settle(Self.kinds(watch.state[MotionInterface.capabilities] ?? []))
        // What was known stays: batond is busy, or leaves the bus, which is told. An app that waits is told now.
        case .failed: settle(capabilities)
        // A sensor that is read again is told by another interface.
        case .touched: watch.refresh(.motion)
        }
    }

    private static func kinds(_ words: [String]) -> Set<SensorKind> {
        Set(SensorKind.allCases.filter { words.contains($0.word) })
    }

    private func learn(_ told: AttitudeEquipment?) {
        paired = told?.paired.map(Self.kinds)
        let declination = told?.declination.flatMap { abs($0) <= 180 ? $0 : nil }
        var new = equipment
        new.declination = ownDeclination ?? declination
        tell(new)
    }

    private func settle(_ new: Set<SensorKind>) {
        if new != capabilities { refused = [] }
        capabilities = new
        review()
        // What could not be read may be readable now.
        for lane in lanes { lane.retry() }
        guard !isSettled else { return }
        isSettled = true
        let all = waiting
        waiting = []
        for then in all { then() }
    }

    private func review() {
        var new = equipment
        new.sensors = capabilities.subtracting(refused)
        // An older batond does not say it. It reads only what belongs to its accelerometer, and refuses another one.
        new.paired =
            new.sensors.contains(.accelerometer)
            ? new.sensors.intersection(paired ?? new.sensors).subtracting([.accelerometer]) : []
        tell(new)
    }

    private func tell(_ new: MotionEquipment) {
        guard new != equipment else { return }
        equipment = new
        events?(.equipmentChanged)
    }

    // MARK: What the streams say

    private func take(_ event: StreamLane.Event, of kind: SensorKind) {
        switch event {
        case .sample(let sample): events?(.sample(sample))
        case .lost(let count): lostSamples &+= UInt64(count)
        case .place(let place):
            guard kind == .accelerometer else { return }
            var new = equipment
            new.isInDisplay = place != "base"
            tell(new)
        case .ended: watch.refresh(.motion)
        case .refused:
            refused.insert(kind)
            review()
        }
    }
}
