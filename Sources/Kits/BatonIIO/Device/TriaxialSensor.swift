// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import SystemPackage

/// A device with three axes of a kind, and the values of its attributes.
struct TriaxialSensor {
    let device: IIODevice
    let kind: SensorKind
    /// Whether the values are raw and have to be scaled. A few drivers have only the attribute "input", which is scaled.
    let isRaw: Bool
    /// The channels of x, y and z.
    let axes: [IIOChannel]
    /// The format of each in the buffer; nil for one that is not captured.
    let formats: [ScanFormat?]
    let candidate: SensorCandidate
    /// The scale of each axis, in the driver's unit for a raw value of 1.
    let scales: [Double]
    let calibration: ChannelCalibration
    /// How its axes lie in the device.
    let frame: SensorFrame
    /// The text of the mount matrix, if it is not a valid matrix.
    let unreadableMountMatrix: String?

    /// Reads the attributes; nil when the device is a trigger or lacks an axis.
    ///
    /// - Parameters:
    ///   - options: the user's words for the sign of the acceleration and the mount matrix; without them they are derived
    ///     (rules SIGN2 and SIGN6).
    ///   - accelerometer: the accelerometer whose axes another kind may share.
    init?(
        _ device: IIODevice, _ kind: SensorKind, _ options: IIOOptions, beside accelerometer: TriaxialSensor? = nil
    ) {
        guard !device.isTrigger, let axes = device.axes(kind) else { return nil }
        self.device = device
        self.kind = kind
        self.axes = axes
        formats = axes.map(\.format)
        let path = device.path
        let known = device.context.isLocal ? UdevProperties(path: path) : nil
        let location = (try? device.text("location")) ?? ""
        candidate = SensorCandidate(
            id: device.id, name: device.name, label: device.label,
            location: location.isEmpty ? known?.location ?? "" : location, path: path)
        // "input" is scaled already (rule IIO10). A scale that cannot be read, or is 0, counts as missing.
        let isRaw = axes.allSatisfy { $0.has("raw") }
        self.isRaw = isRaw
        scales = axes.map { isRaw ? Self.scale($0) : 1 }
        // An accelerometer finds the axes by itself, whatever is beside it.
        let leader = kind.traits.findsAxes ? nil : accelerometer
        let text =
            options.mountMatrices[kind]
            ?? Self.mountMatrix(device, axes[0], kind, known, isCombined: leader?.candidate.path == path)
        let matrix = text.flatMap { MountMatrix($0) }
        unreadableMountMatrix = matrix == nil ? text : nil
        let found = AccelerationSign.find(
            configured: options.accelerationSign, name: device.name, path: path, mountMatrix: matrix ?? .identity)
        if kind.traits.findsAxes {
            frame = SensorFrame(accelerometer: matrix, found)
        } else {
            let isShared =
                leader.map { [candidate] in SensorPairing.sharesAxes(candidate, with: $0.candidate) } ?? false
            frame = SensorFrame(matrix, found, beside: leader?.frame, isShared: isShared)
        }
        calibration = ChannelCalibration(
            kind, scales: scales.map { $0 * kind.traits.unit },
            offsets: axes.map { isRaw ? (try? $0.number("offset")) ?? 0 : 0 }, matrix: frame.rows)
    }

    private static func scale(_ axis: IIOChannel) -> Double {
        guard let scale = try? axis.number("scale"), scale != 0 else { return 1 }
        return scale
    }

    /// Its description, for the agent and for people.
    func description(mode: SensorDescription.Mode, rate: Double) -> SensorDescription {
        SensorDescription(
            kind, name: candidate.name, path: candidate.path, location: candidate.place, mode: mode, rate: rate,
            scale: scales[0], mountMatrix: frame.describedMatrix, sign: frame.axes.sign, signEvidence: frame.evidence)
    }

    /// The rate that the driver reports, in Hz; nil when it reports none, or one that is not possible, such as hid's 0
    /// before its first use.
    var rate: Double? {
        for read in [{ try? axes[0].number("sampling_frequency") }, { try? device.number("sampling_frequency") }] {
            if let rate = read(), AvailableRates.possible.contains(rate) { return rate }
        }
        return nil
    }

    /// The text of the first of the files of rule IIO8, by libiio's names for them; for other kinds that of rule IIO36.
    private static func mountMatrix(
        _ device: IIODevice, _ axis: IIOChannel, _ kind: SensorKind, _ known: UdevProperties?, isCombined: Bool
    ) -> String? {
        // udev's hardware database corrects the firmware, so it goes before it.
        if kind.traits.isInHardwareDatabase, let text = known?.mountMatrix { return text }
        // On a device with an accelerometer the device's are the accelerometer's, and its sign counts.
        let ofDevice: [() -> String?] =
            isCombined ? [] : [{ try? device.text("mount_matrix") }, { try? device.text("in_mount_matrix") }]
        let readers =
            ofDevice.prefix(1) + [
                { try? axis.text("mount_matrix") }, { try? device.text("in_\(kind.traits.channel)_mount_matrix") },
            ] + ofDevice.dropFirst()
        for read in readers {
            if let text = read(), !text.isEmpty { return text }
        }
        return nil
    }
}
