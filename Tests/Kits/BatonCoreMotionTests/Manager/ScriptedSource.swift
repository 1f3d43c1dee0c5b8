// SPDX-License-Identifier: Apache-2.0

import BatonCoreMotion
import BatonMotion

/// A loop that runs its work when the test says so.
final class ManualLoop: MotionLoop {
    private var work: [() -> Void] = []

    func perform(_ work: @escaping () -> Void) { self.work.append(work) }

    /// Runs all work, also what comes meanwhile.
    func run() {
        while !work.isEmpty { work.removeFirst()() }
    }
}

/// Sensors that give what the test says, at the rate that is asked for, in event time.
final class ScriptedSource: MotionSource {
    var events: ((MotionSourceEvent) -> Void)?
    private(set) var equipment: MotionEquipment
    /// What was asked for, in order.
    private(set) var asked: [MotionNeeds] = []
    /// The present time in seconds.
    private(set) var time = 1000.0
    /// How the device moves, from the beginning of the test on.
    var device = Tumbling()
    /// What a sample really is, if not what the device measures.
    var distort: ((SensorSample) -> SensorSample)?

    private let loop = ManualLoop()
    private var next: [SensorKind: Double] = [:]

    init(_ sensors: Set<SensorKind> = [.accelerometer, .gyroscope, .magnetometer], declination: Double? = nil) {
        equipment = MotionEquipment(sensors: sensors, paired: sensors, declination: declination)
    }

    var needs: MotionNeeds { asked.last ?? MotionNeeds() }

    func read(_ needs: MotionNeeds) {
        for kind in needs.intervals.keys where self.needs.intervals[kind] == nil { next[kind] = time }
        asked.append(needs)
    }

    func perform(_ work: @escaping () -> Void) { loop.perform(work) }

    func change(_ body: (inout MotionEquipment) -> Void) {
        body(&equipment)
        events?(.equipmentChanged)
    }

    func run() { loop.run() }

    func send(_ sample: SensorSample) { events?(.sample(sample)) }

    /// Lets time pass: each sensor measures at the interval that is asked for.
    func play(_ seconds: Double) {
        loop.run()
        let end = time + seconds - 1e-9
        while let (kind, at) = soonest, at <= end {
            time = max(time, at)
            next[kind] = at + (needs.intervals[kind] ?? 1)
            let sample = device.sample(kind, at - 1000)
            send(distort?(sample) ?? sample)
            loop.run()
        }
        time = end + 1e-9
    }

    private var soonest: (SensorKind, Double)? {
        let order: [SensorKind] = [.gyroscope, .accelerometer, .magnetometer]
        return order.filter { needs.intervals[$0] != nil && equipment.sensors.contains($0) }
            .map { ($0, next[$0] ?? time) }.min { $0.1 < $1.1 }
    }
}
