// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import SystemPackage

/// A device with three axes of acceleration, and the values of its attributes.
struct Accelerometer {
    let device: IIODevice
    /// Whether the values are raw and have to be scaled. A few drivers have only the attribute "input", which is in
    /// m/s².
    let isRaw: Bool
    /// The channels of x, y and z.
    let axes: [IIOChannel]
    let candidate: SensorCandidate
    /// The scale of each axis, in m/s² for a raw value of 1.
    let scales: [Double]
    let calibration: Calibration
    let deviceAxes: DeviceAxes
    /// How the sign of the acceleration was found.
    let signEvidence: SignEvidence
    /// The text of the mount matrix, if it is not a valid matrix.
    let unreadableMountMatrix: String?

    /// Reads the attributes; nil when the device is a trigger or lacks an axis.
    ///
    /// - Parameter sign: the user's word for the sign of the acceleration; nil: it is derived (rule SIGN2).
    init?(_ device: IIODevice, sign: AccelerationSign?) {
        guard !device.isTrigger, let axes = device.axes else { return nil }
        self.device = device
        self.axes = axes
        let path = device.path
        let known = device.context.isLocal ? UdevProperties(path: path) : nil
        let location = (try? device.text("location")) ?? ""
        candidate = SensorCandidate(
            id: device.id, name: device.name, label: device.label,
            location: location.isEmpty ? known?.location ?? "" : location, path: path)
        // "input" is in m/s² already (rule IIO10). A scale that cannot be read, or is 0, counts as missing.
        isRaw = axes.allSatisfy { $0.has("raw") }
        let isRaw = isRaw
        scales = axes.map { axis in
            guard isRaw, let scale = try? axis.number("scale"), scale != 0 else { return 1 }
            return scale
        }
        let offsets = axes.map { isRaw ? (try? $0.number("offset")) ?? 0 : 0 }
        // udev's hardware database corrects the firmware, so it goes before it.
        let text = known?.mountMatrix ?? Self.mountMatrixText(device, axes[0])
        let matrix = text.flatMap { MountMatrix($0) }
        unreadableMountMatrix = matrix == nil ? text : nil
        let mountMatrix = matrix ?? .identity
        let found = AccelerationSign.find(
            configured: sign, name: candidate.name, path: path, mountMatrix: mountMatrix)
        signEvidence = found.evidence
        deviceAxes = DeviceAxes(mountMatrix, sign: found.sign)
        calibration = Calibration(scales: scales, offsets: offsets, axes: deviceAxes)
    }

    /// Its description, for the agent and for people.
    func description(mode: SensorDescription.Mode, rate: Double) -> SensorDescription {
        SensorDescription(
            name: candidate.name, path: candidate.path, location: candidate.place, mode: mode, rate: rate,
            scale: scales[0], mountMatrix: deviceAxes.matrix, sign: deviceAxes.sign, signEvidence: signEvidence)
    }

    /// The rate that the driver reports, in Hz; nil when it reports none, or one that is not possible, such as hid's 0
    /// before its first use.
    var rate: Double? {
        for read in [{ try? axes[0].number("sampling_frequency") }, { try? device.number("sampling_frequency") }] {
            if let rate = read(), AvailableRates.possible.contains(rate) { return rate }
        }
        return nil
    }

    /// The text of the first of the three files of rule IIO8, by libiio's names for them.
    private static func mountMatrixText(_ device: IIODevice, _ axis: IIOChannel) -> String? {
        let readers: [() -> String?] = [
            { try? axis.text("mount_matrix") }, { try? device.text("in_accel_mount_matrix") },
            { try? device.text("in_mount_matrix") }, { try? device.text("mount_matrix") },
        ]
        for read in readers {
            if let text = read(), !text.isEmpty { return text }
        }
        return nil
    }
}
