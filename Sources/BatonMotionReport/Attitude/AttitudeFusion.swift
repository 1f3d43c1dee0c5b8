// SPDX-License-Identifier: Apache-2.0
package import BatonCoreMotion
package import BatonMotion

/// Computes from samples how the device was turned, as an app would have got it live (rule CM24).
package final class AttitudeFusion {
    private let source: PushedSource
    private let manager: MotionManager

    /// - Parameters:
    ///   - kinds: What is measured. Sensors that are read together belong together.
    ///   - interval: In seconds; there is a motion about that often.
    ///   - each: Called for each motion, within ``take(_:)``.
    package init(_ kinds: Set<SensorKind>, every interval: Double, each: @escaping (DeviceMotion) -> Void) {
        source = PushedSource(MotionEquipment(sensors: kinds, paired: kinds))
        manager = MotionManager(sensors: MotionSensors(source: source))
        manager.deviceMotionUpdateInterval = interval
        manager.startDeviceMotionUpdates { motion, _ in
            if let motion { each(motion) }
        }
    }

    /// Takes a sample of any sensor; those of different sensors may be out of order by up to 60 ms.
    package func take(_ sample: SensorSample) { source.push(sample) }
}

/// Samples that are there already, in the place of sensors.
private final class PushedSource: MotionSource {
    var events: ((MotionSourceEvent) -> Void)?
    let equipment: MotionEquipment
    private var work: [() -> Void] = []

    init(_ equipment: MotionEquipment) { self.equipment = equipment }

    func read(_ needs: MotionNeeds) {}

    func perform(_ work: @escaping () -> Void) { self.work.append(work) }

    func push(_ sample: SensorSample) {
        events?(.sample(sample))
        while !work.isEmpty { work.removeFirst()() }
    }
}
