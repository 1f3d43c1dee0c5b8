// SPDX-License-Identifier: Apache-2.0

/// Which gyroscope or magnetometer belongs to an accelerometer (rule IIO37).
enum SensorPairing: Int, CaseIterable {
    // In the order of preference.
    /// They are one IIO device.
    case device
    /// They have the same parent device, as the parts of a chip have.
    case parent
    /// They belong to the same HID sensor hub.
    case hub
    /// The firmware says of both that they are in the same part of the machine.
    case place
    /// There is no other one, and no other accelerometer.
    case only

    /// The outcome of a search.
    enum Outcome: Equatable {
        /// The index of the candidate, and why.
        case found(Int, SensorPairing)
        /// Several belong to it equally, so none is taken.
        case ambiguous([Int])
        case none
    }

    /// Finds the candidate that belongs to an accelerometer.
    ///
    /// - Parameter accelerometers: how many accelerometers the machine has.
    static func find(
        _ candidates: [SensorCandidate], with accelerometer: SensorCandidate, accelerometers: Int
    ) -> Outcome {
        for level in allCases {
            let found = candidates.indices.filter {
                level.holds(candidates[$0], accelerometer, isOnly: candidates.count == 1 && accelerometers == 1)
            }
            if let first = found.first { return found.count == 1 ? .found(first, level) : .ambiguous(found) }
        }
        return .none
    }

    /// Whether a sensor has the axes of an accelerometer: on the same chip, or from the same hub.
    static func sharesAxes(_ sensor: SensorCandidate, with accelerometer: SensorCandidate) -> Bool {
        [device, parent, hub].contains { $0.holds(sensor, accelerometer, isOnly: false) }
    }

    private func holds(_ sensor: SensorCandidate, _ accelerometer: SensorCandidate, isOnly: Bool) -> Bool {
        // The two halves of a convertible turn against each other.
        guard sensor.place.isEmpty || accelerometer.place.isEmpty || sensor.place == accelerometer.place else {
            return false
        }
        return switch self {
        case .device: sensor.path == accelerometer.path
        // Devices of another machine have no folders.
        case .parent: sensor.path.utf8.first == UInt8(ascii: "/") && sensor.parent == accelerometer.parent
        case .hub: sensor.hub != nil && sensor.hub == accelerometer.hub
        case .place: !sensor.place.isEmpty && sensor.place == accelerometer.place
        case .only: isOnly
        }
    }
}

extension SensorCandidate {
    /// The folder of the HID sensor hub; nil for a sensor of none. Each sensor of a hub has a folder HID-SENSOR-… of its
    /// own in it.
    var hub: Substring? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard let index = parts.firstIndex(where: { $0.hasPrefix("HID-SENSOR-") }), index > 0 else { return nil }
        return path[..<parts[index - 1].endIndex]
    }
}
