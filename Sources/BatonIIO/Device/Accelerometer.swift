// SPDX-License-Identifier: Apache-2.0

internal import BatonMotion
internal import SystemPackage

/// A device with three axes of acceleration, and what its attributes say about it.
struct Accelerometer {
    let device: IIODevice
    /// Whether the values are steps, to be scaled; a few drivers give m/s² ("input") only.
    let isRaw: Bool
    /// x, y, z.
    let axes: [IIOChannel]
    let candidate: SensorCandidate
    /// m/s² a step, for each axis.
    let scales: [Double]
    let calibration: Calibration
    let mountMatrix: MountMatrix
    /// The firmware's mount matrix, when it cannot be read.
    let unreadableMountMatrix: String?

    /// nil when the device is a trigger or lacks an axis.
    init?(_ device: IIODevice) {
        guard !device.isTrigger, let axes = device.axes else { return nil }
        self.device = device
        self.axes = axes
        let path = device.path
        let known = device.context.isLocal ? UdevProperties(path: path) : nil
        let location = (try? device.text("location")) ?? ""
        candidate = SensorCandidate(
            id: device.id, name: device.name, label: device.label,
            location: location.isEmpty ? known?.location ?? "" : location, path: path)
        // "input" is in m/s² already. A scale that is no number above zero is as good as none (spec/iio.md c).
        isRaw = axes.allSatisfy { $0.has("raw") }
        let isRaw = isRaw
        scales = axes.map { axis in
            guard isRaw, let scale = try? axis.number("scale"), scale != 0 else { return 1 }
            return scale
        }
        let offsets = axes.map { isRaw ? (try? $0.number("offset")) ?? 0 : 0 }
        // What people found out about a machine corrects its firmware.
        let text = known?.mountMatrix ?? Self.mountMatrixText(device, axes[0])
        let matrix = text.flatMap { MountMatrix($0) }
        unreadableMountMatrix = matrix == nil ? text : nil
        mountMatrix = matrix ?? .identity
        calibration = Calibration(scales: scales, offsets: offsets, mountMatrix: mountMatrix)
    }

    /// What others are told about it.
    func description(mode: SensorDescription.Mode, rate: Double) -> SensorDescription {
        SensorDescription(
            name: candidate.name, path: candidate.path, location: candidate.place, mode: mode, rate: rate,
            scale: scales[0], mountMatrix: mountMatrix.values)
    }

    /// Samples a second as the driver says, in Hz; nil when it says none that can be, or 0 as hid does before its first use.
    var rate: Double? {
        for read in [{ try? axes[0].number("sampling_frequency") }, { try? device.number("sampling_frequency") }] {
            if let rate = read(), AvailableRates.possible.contains(rate) { return rate }
        }
        return nil
    }

    /// The three files of spec/iio.md b, as libiio shows them.
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
