// SPDX-License-Identifier: Apache-2.0

import BatonCoreMotion
import BatonMotion
import Testing

/// What is started before it is known what the machine has.
@Suite struct LateEquipmentTests {
    /// A source that is asked over a bus, and answers when the test says so.
    private final class LateSource: MotionSource {
        var events: ((MotionSourceEvent) -> Void)?
        private(set) var equipment = MotionEquipment()
        private(set) var isSettled = false
        private(set) var needs = MotionNeeds()
        private var waiting: [() -> Void] = []
        private let loop = ManualLoop()

        func whenSettled(_ then: @escaping () -> Void) { if isSettled { then() } else { waiting.append(then) } }

        func read(_ needs: MotionNeeds) { self.needs = needs }

        func perform(_ work: @escaping () -> Void) { loop.perform(work) }

        /// Tells what the machine has.
        func settle(_ sensors: Set<SensorKind>) {
            equipment = MotionEquipment(sensors: sensors, paired: sensors)
            events?(.equipmentChanged)
            isSettled = true
            let all = waiting
            waiting = []
            for then in all { then() }
            loop.run()
        }

        func run() { loop.run() }

        func send(_ kind: SensorKind) {
            events?(.sample(SensorSample(kind, at: .seconds(1000), x: 0, y: 0, z: 9.80665)))
        }
    }

    @Test("CM60: a start before the machine is known is remembered, and begins then")
    func remembered() {
        let source = LateSource()
        let manager = MotionManager(sensors: MotionSensors(source: source))
        var data: [GyroData] = []
        var errors: [MotionError] = []
        manager.startGyroUpdates { new, error in
            if let new { data.append(new) }
            if let error { errors.append(error) }
        }
        source.run()
        #expect(manager.isGyroActive && !manager.isGyroAvailable && source.needs.isEmpty)
        source.settle([.accelerometer, .gyroscope])
        #expect(source.needs.intervals[.gyroscope] != nil && source.needs.intervals[.accelerometer] == nil)
        source.send(.gyroscope)
        #expect(data.count == 1 && errors.isEmpty)
    }

    @Test("CM60: what the machine turns out to lack is told once, and is not active any more")
    func refused() {
        let source = LateSource()
        let sensors = MotionSensors(source: source)
        let manager = MotionManager(sensors: sensors)
        var errors: [String] = []
        manager.startGyroUpdates { _, error in errors.append("gyro \(error.map { "\($0)" } ?? "")") }
        manager.startMagnetometerUpdates()
        manager.startDeviceMotionUpdates(using: .xTrueNorthZVertical) { _, error in
            errors.append("motion \(error.map { "\($0)" } ?? "")")
        }
        manager.startDeviceMotionUpdates(using: []) { _, error in
            errors.append("motion \(error.map { "\($0)" } ?? "")")
        }
        source.run()
        #expect(errors == ["motion invalidParameter"], "that is known at once")
        source.settle([.accelerometer])
        #expect(errors.sorted() == ["gyro notAvailable", "motion invalidParameter", "motion notAvailable"])
        #expect(!manager.isGyroActive && !manager.isMagnetometerActive && !manager.isDeviceMotionActive)
        #expect(source.needs.isEmpty)
        manager.startGyroUpdates { _, _ in errors.append("again") }
        #expect(!manager.isGyroActive, "it is known now")
    }

    @Test("CM60: what is stopped before, or whose manager is gone, is not begun")
    func stopped() {
        let source = LateSource()
        let sensors = MotionSensors(source: source)
        let manager = MotionManager(sensors: sensors)
        var count = 0
        manager.startAccelerometerUpdates { _, _ in count += 1 }
        manager.stopAccelerometerUpdates()
        var other: MotionManager? = MotionManager(sensors: sensors)
        other?.startGyroUpdates { _, _ in count += 1 }
        other = nil
        source.settle([.accelerometer, .gyroscope])
        source.send(.gyroscope)
        #expect(count == 0 && source.needs.isEmpty && other == nil)
    }

    @Test("CM60: whenSettled is called once, at once where the source knows its sensors")
    func told() {
        let source = LateSource()
        let sensors = MotionSensors(source: source)
        var count = 0
        sensors.whenSettled { count += 1 }
        #expect(count == 0 && !sensors.isSettled)
        source.settle([])
        #expect(count == 1 && sensors.isSettled)
        sensors.whenSettled { count += 1 }
        #expect(count == 2)
        MotionSensors(source: ScriptedSource()).whenSettled { count += 1 }
        #expect(count == 3)
    }
}
