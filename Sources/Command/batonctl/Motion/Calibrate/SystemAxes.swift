// SPDX-License-Identifier: Apache-2.0

import BatonMotionReport

/// What `calibrate --axes` says of the mount matrix of the system, which all other programs use (rule SIGN11).
struct SystemAxes {
    private let sensor: SystemSensor
    /// The matrix that is right, row by row.
    private let matrix: [Double]

    /// - Parameters:
    ///   - sensor: The sensor as the system knows it; nil if it has no folder in sysfs.
    ///   - used: The matrix that the agent uses.
    ///   - correction: What is to be changed in it; nil if it is right.
    /// - Returns: nil without a sensor.
    init?(_ sensor: SystemSensor?, used: [Double], correction: AxesCorrection?) {
        guard let sensor, used.count == 9 else { return nil }
        self.sensor = sensor
        matrix = correction?.matrix ?? used
    }

    /// Whether the system has the axes right, for every program.
    var isRight: Bool { sensor.agrees(with: matrix) }

    /// The result, and how to make it right.
    var lines: [String] {
        let source = sensor.isFromDatabase ? "udev's hardware database" : "the kernel"
        if isRight {
            let own = sensor.matrix.map { "The mount matrix of \(source) is right too: \($0)" }
            return [own ?? "The system has no mount matrix, and needs none: other programs have the axes right too."]
        }
        let own = sensor.matrix.map { "The mount matrix of \(source) is wrong for other programs: \($0)" }
        let wrong = own ?? "The system has no mount matrix: other programs have the axes wrong."
        guard let entry = sensor.entry(matrix) else {
            return [
                wrong,
                "This machine has no DMI to be recognized by. Its device tree is the place: mount-matrix = "
                    + AxesCorrection.text(matrix),
            ]
        }
        let place = "write to \(HardwareDatabaseEntry.file), with an empty line before it if there are others:"
        return [wrong, "To put it right for all, as root, \(place)"] + entry.lines + [
            "Then: systemd-hwdb update && udevadm trigger /sys/bus/iio/devices/\(sensor.name)",
            "Then take mount-matrix out of [motion] in baton.conf, if it is there, restart batond and other programs that "
                + "read the sensor, and let 'batonctl calibrate --axes' check it.",
        ]
    }
}
