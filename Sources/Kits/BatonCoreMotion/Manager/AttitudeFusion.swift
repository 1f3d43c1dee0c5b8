// SPDX-License-Identifier: Apache-2.0

package import BatonMotion

/// Computes from samples how the device was turned, as a motion manager does for an app (rule CM24).
package final class AttitudeFusion {
    private let source: PushedSource
    private let manager: MotionManager

    /// - Parameters:
    ///   - kinds: what is measured. Sensors that are read together belong together.
    ///   - interval: in seconds; there is a motion about that often.
    ///   - frame: the frame of the attitudes. Without what it needs nothing comes (rule CM42).
    ///   - declination: the angle from true north to magnetic north in degrees, east positive; nil if it is not known.
    ///   - each: called for each motion, within ``take(_:)``.
    package init(
        _ kinds: Set<SensorKind>, every interval: Double, using frame: AttitudeReferenceFrame = .xArbitraryZVertical,
        declination: Double? = nil, each: @escaping (DeviceMotion) -> Void
    ) {
        source = PushedSource(MotionEquipment(sensors: kinds, paired: kinds, declination: declination))
        manager = MotionManager(sensors: MotionSensors(source: source))
        manager.deviceMotionUpdateInterval = interval
        manager.startDeviceMotionUpdates(using: frame) { motion, _ in
            if let motion { each(motion) }
        }
        source.runWork()
    }

    /// The longest interval in seconds between samples that suits it, by sensor. What is not among them is not used.
    package var intervals: [SensorKind: Double] { source.needs.intervals }

    /// Takes a sample of any sensor; those of different sensors may be out of order by up to 60 ms.
    package func take(_ sample: SensorSample) { source.push(sample) }
}

/// Samples that are there already, in the place of sensors.
private final class PushedSource: MotionSource {
    var events: ((MotionSourceEvent) -> Void)?
    let equipment: MotionEquipment
    private(set) var needs = MotionNeeds()
    private var work: [() -> Void] = []

    init(_ equipment: MotionEquipment) { self.equipment = equipment }

    func read(_ needs: MotionNeeds) { self.needs = needs }

    func perform(_ work: @escaping () -> Void) { self.work.append(work) }

    func push(_ sample: SensorSample) {
        events?(.sample(sample))
        runWork()
    }

    func runWork() {
        while !work.isEmpty { work.removeFirst()() }
    }
}
