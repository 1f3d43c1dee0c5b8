// SPDX-License-Identifier: Apache-2.0

import BatonCoreMotion
import BatonMotion
import FuzzSupport

/// Samples of three sensors with any time and value, through two managers that start and stop: the filter's attitude keeps its
/// length, every value that a handler gets is finite, and nothing traps.
func checkFusion(_ input: inout FuzzBytes) {
    let source = FuzzSource()
    let sensors = MotionSensors(source: source)
    let managers = [MotionManager(sensors: sensors), MotionManager(sensors: sensors)]
    var fusion = MotionFusion()
    while !input.isEmpty {
        switch input.choice(16) {
        case 0: start(managers[input.choice(2)], &input)
        case 1: managers[input.choice(2)].stopDeviceMotionUpdates()
        case 2: source.change(input.byte())
        case 3: managers[input.choice(2)].deviceMotionUpdateInterval = Double(bitPattern: input.word())
        default:
            let sample = source.sample(&input)
            fusion.process(sample)
            require(isUnit(fusion.filter.magneticAttitude), "not of length 1: \(fusion.filter.magneticAttitude)")
            source.events?(.sample(sample))
        }
        source.run()
    }
}

private func start(_ manager: MotionManager, _ input: inout FuzzBytes) {
    let frame = AttitudeReferenceFrame(rawValue: 1 << UInt32(input.choice(4)))
    manager.startDeviceMotionUpdates(using: frame) { [weak manager] motion, error in
        require((motion == nil) != (error == nil), "data and error, or none")
        guard let motion else { return }
        require(isUnit(motion.attitude.quaternion), "not of length 1: \(motion.attitude)")
        let sum = motion.rotationRate.sum() + motion.userAcceleration.sum() + motion.attitude.yaw + motion.attitude.roll
        require(sum.isFinite && motion.heading.isFinite, "no number: \(motion)")
        if motion.attitude.pitch > 1.5 { manager?.stopDeviceMotionUpdates() }
    }
}

private func isUnit(_ q: Quaternion) -> Bool { abs(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z - 1) < 1e-6 }

private final class FuzzSource: MotionSource {
    var events: ((MotionSourceEvent) -> Void)?
    private(set) var equipment = MotionEquipment(
        sensors: Set(SensorKind.allCases), paired: Set(SensorKind.allCases), declination: 3)
    private var work: [() -> Void] = []
    private var time: Int64 = 1_000_000_000

    func read(_ needs: MotionNeeds) {}
    func perform(_ work: @escaping () -> Void) { self.work.append(work) }

    func run() {
        while !work.isEmpty { work.removeFirst()() }
    }

    func change(_ bits: UInt8) {
        equipment.sensors = Set(SensorKind.allCases.filter { bits & $0.rawValue != 0 })
        events?(.equipmentChanged)
    }

    /// Mostly what sensors give, in time, and at times anything.
    func sample(_ input: inout FuzzBytes) -> SensorSample {
        let kind = SensorKind.allCases[input.choice(3)]
        time = input.choice(32) == 0 ? input.integer() : time &+ Int64(input.byte()) * 200_000
        if input.choice(16) == 0 {
            let values = (0..<3).map { _ in Double(bitPattern: input.word()) }
            return SensorSample(kind, nanoseconds: time, x: values[0], y: values[1], z: values[2])
        }
        let values = (0..<3).map { _ in (Double(input.byte()) - 128) / 6 }
        return SensorSample(kind, nanoseconds: time, x: values[0], y: values[1], z: values[2])
    }
}
