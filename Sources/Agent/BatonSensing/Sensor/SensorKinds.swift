// SPDX-License-Identifier: Apache-2.0

import BatonMotion

/// Which sensors there are: what the kernel has, and which of them belong together.
struct SensorKinds {
    /// Whether the kernel is asked which sensors it has. A simulated machine has no kernel, and no sensor.
    let hasDevices: Bool
    /// Whether the configuration names an accelerometer of another machine, by its address.
    var isElsewhere: Bool
    /// The kinds that the kernel has.
    private var present: Set<SensorKind> = []
    /// The kinds that the sensor's process says to be paired; nil if it has not said it.
    private var known: Set<SensorKind>?

    init(hasDevices: Bool, isElsewhere: Bool) {
        self.hasDevices = hasDevices
        self.isElsewhere = isElsewhere
    }

    var hasAccelerometer: Bool { present.contains(.accelerometer) || isElsewhere }

    /// Whether there are several, so that the question which belong together has a meaning.
    var areSeveral: Bool { present.count > 1 }

    /// The kinds that can be asked for, whether or not they can be read now (rules CAP6 and CAP7).
    var capabilities: Set<SensorKind> { hasAccelerometer ? present.union([.accelerometer]) : present }

    /// The kinds whose axes have a known relation to those of the accelerometer (rule CM1). Until the sensor's process has said so,
    /// all that there are.
    var paired: Set<SensorKind> {
        capabilities.contains(.accelerometer)
            ? (known ?? capabilities).intersection(capabilities).subtracting([.accelerometer]) : []
    }

    /// Asks the kernel.
    ///
    /// - Returns: whether ``capabilities`` has changed. Nothing is known of what belongs together then.
    mutating func look() -> Bool {
        guard hasDevices else { return false }
        let before = capabilities
        present = SensorPresence.kinds()
        guard capabilities != before else { return false }
        known = nil
        return true
    }

    /// Takes what the sensor's process says.
    ///
    /// - Returns: whether ``paired`` has changed.
    mutating func pair(_ kinds: Set<SensorKind>) -> Bool {
        let before = paired
        known = kinds
        return paired != before
    }
}
