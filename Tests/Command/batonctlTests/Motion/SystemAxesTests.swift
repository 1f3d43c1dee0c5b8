// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import BatonMotionSupport
import BatonTestSupport
import Foundation
import Glibc
import Testing

@testable import BatonMotionReport
@testable import batonctl

/// The entry of udev's hardware database that `calibrate --axes` prints, and its check of the system's matrix.
@Suite struct SystemAxesTests {
    private static let hub = "/devices/platform/AMDI0080:00/0020:1022:0001.0001/HID-SENSOR-200073.1.auto/iio:device0"
    private static let chip = "/devices/pci0000:00/i2c-2/i2c-KIOX000A:00/iio:device3"
    private static let dmi =
        "dmi:bvnACME:bvr1.20:bd05/11/2024:br1.20:svnACMEInc.:pnTab[10](Pro):pvr1:rvnACME:rnBoard:rvr1:cvnACME:ct32:cvr1:"
    private static let quarter = [0, -1, 0, 1, 0, 0, 0, 0, 1.0]

    private let folder: URL
    private var root: String { folder.path }

    init() throws {
        let unique = "baton-axes-\(UUID().uuidString)"
        folder = FileManager.default.temporaryDirectory.appending(path: unique)
        try write("\(Self.dmi)\n", to: "/sys/class/dmi/id/modalias")
        try device(Self.hub, bus: "platform", modalias: "platform:HID-SENSOR-200073")
        try device(Self.chip, bus: "i2c", modalias: "acpi:KIOX000A:KIOX000A:")
    }

    private func write(_ text: String, to path: String) throws {
        let file = folder.appending(path: String(path.dropFirst()))
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: false, encoding: .utf8)
    }

    /// A device whose parent is on a bus.
    private func device(_ path: String, bus: String, modalias: String) throws {
        try write("accel_3d\n", to: "/sys\(path)/name")
        let parent = "/sys" + path.split(separator: "/").dropLast().map { "/\($0)" }.joined()
        try write("\(modalias)\n", to: "\(parent)/modalias")
        try FileManager.default.createSymbolicLink(
            atPath: "\(root)\(parent)/subsystem", withDestinationPath: "../../bus/\(bus)")
    }

    private func sensor(_ path: String) throws -> SystemSensor {
        try #require(SystemSensor(path: "/sys\(path)", root: root))
    }

    private func removed(_ body: () throws -> Void) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try body()
    }

    @Test("SIGN11: the entry fits what systemd's rules look the sensor up by, and no other product")
    func fits() throws {
        try removed {
            try write("display\n", to: "/sys\(Self.chip)/label")
            // What udev does to an attribute in a rule's text.
            let dmi = String(Self.dmi.map { $0.isLetter || $0.isNumber || "#+-.:=@_/ $%?,".contains($0) ? $0 : "_" })
            let keys = [
                Self.hub: "sensor:modalias:platform:HID-SENSOR-200073:\(dmi)",
                Self.chip: "sensor:display:modalias:acpi:KIOX000A:KIOX000A::\(dmi)",
            ]
            for (path, key) in keys {
                let entry = try #require(try sensor(path).entry(Self.quarter))
                #expect(entry.lines[1] == " ACCEL_MOUNT_MATRIX=0, -1, 0; 1, 0, 0; 0, 0, 1")
                #expect(fnmatch(entry.match, key, 0) == 0, "\(entry.match)")
                let newer = key.replacingOccurrences(of: "bvr1.20", with: "bvr2.01")
                #expect(fnmatch(entry.match, newer, 0) == 0, "other firmware: \(entry.match)")
                for (old, new) in [
                    ("pnTab_10_", "pnTab_11_"), ("svnACMEInc.", "svnOther"), ("modalias:", "modalias:x"),
                ] {
                    let other = key.replacingOccurrences(of: old, with: new)
                    #expect(fnmatch(entry.match, other, 0) != 0, "\(new): \(entry.match)")
                }
            }
        }
    }

    @Test("SIGN11: a machine without a name of its own is recognized by its board, and one without DMI not at all")
    func names() throws {
        try removed {
            try write("dmi:bvnX:svn:pn:pvr:rvnAcme:rnB1:rvr1:\n", to: "/sys/class/dmi/id/modalias")
            let board = try #require(try sensor(Self.hub).entry(Self.quarter))
            #expect(board.match.hasSuffix(":dmi:*:rvnAcme:rnB1:*"), "\(board.match)")
            for text in ["dmi:bvnX:svn:pn:pvr:\n", "", "dmi:svnA\u{1B}[1m:pnB:\n", "dmi:svnÄ:pnB:\n"] {
                try write(text, to: "/sys/class/dmi/id/modalias")
                #expect(try sensor(Self.hub).entry(Self.quarter) == nil, "\(text)")
            }
            let axes = try #require(SystemAxes(try sensor(Self.hub), used: Self.quarter, correction: nil))
            #expect(axes.lines.last?.contains("device tree") == true, "\(axes.lines)")
            for path in ["", "/", "/tmp/recording.csv", "/sys/devices/iio:deviceX", "usb:1.2"] {
                #expect(SystemSensor(path: path, root: root) == nil, "\(path)")
            }
        }
    }

    @Test("SIGN11: the check is of the matrix that all programs get: that of udev before those of the kernel")
    func checks() throws {
        try removed {
            func lines(_ used: [Double], _ correction: AxesCorrection? = nil) throws -> [String] {
                let hub = try sensor(Self.hub)
                return try #require(SystemAxes(hub, used: used, correction: correction)).lines
            }
            #expect(
                try lines(SensorDescription.identity) == [
                    "The system has no mount matrix, and needs none: other programs have the axes right too."
                ])
            let none = try lines(Self.quarter)
            #expect(none[0].hasPrefix("The system has no mount matrix: ") && none.count == 6, "\(none)")
            #expect(none[4].hasSuffix(" udevadm trigger /sys/bus/iio/devices/iio:device0"), "\(none)")
            try write("0, -1, 0; 1, 0, 0; 0, 0, -1\n", to: "/sys\(Self.hub)/in_accel_mount_matrix")
            #expect(try lines(Self.quarter)[0].hasPrefix("The mount matrix of the kernel is right too: 0, -1"))
            let corrected = AxesCorrection(sign: nil, matrix: SensorDescription.identity)
            #expect(try lines(Self.quarter, corrected)[0].hasPrefix("The mount matrix of the kernel is wrong"))
            // Rule IIO8 says which of two files counts.
            try write("1, 0, 0; 0, 1, 0; 0, 0, 1\n", to: "/sys\(Self.hub)/mount_matrix")
            #expect(try lines(Self.quarter, corrected)[0].hasPrefix("The mount matrix of the kernel is right too: 1"))
            try write("S:x\nE:ACCEL_MOUNT_MATRIX=1, 0, 0; 0, 1, 0; 0, 0, 1\n", to: "/run/udev/data/+iio:iio:device0")
            #expect(try lines(Self.quarter)[0].hasPrefix("The mount matrix of udev's hardware database is wrong"))
            #expect(
                try lines(Self.quarter, corrected)[0].hasPrefix(
                    "The mount matrix of udev's hardware database is right too: 1"))
            try write("243:7\n", to: "/sys\(Self.hub)/dev")
            try write("E:ACCEL_MOUNT_MATRIX=no matrix\n", to: "/run/udev/data/c243:7")
            #expect(try lines(SensorDescription.identity)[0].contains("is wrong for other programs: no matrix"))
        }
    }

    @Test("SIGN11: the printed matrix, read by the rules, gives right axes for each way to lie")
    func matrices() throws {
        try removed {
            for turn in [
                [0, 1, 0, -1, 0, 0, 0, 0, 1.0], [-1, 0, 0, 0, -1, 0, 0, 0, 1], [0, -1, 0, 1, 0, 0, 0, 0, 1],
            ] {
                for sign in [AccelerationSign.kernel, .hid] {
                    let lying = MountedSensor(turn: turn, sign: sign, assumed: sign)
                    let finding = AxesFinding(
                        flat: lying.measured(.faceUp), upright: lying.measured(.normal), sign: sign,
                        matrix: lying.used)
                    // Half a turn with the kernel's sign is what the identity stands for.
                    guard case .correction(let correction) = finding else {
                        #expect(turn[0] == -1 && sign == .kernel, "\(turn) \(sign)")
                        continue
                    }
                    let axes = try #require(
                        SystemAxes(try sensor(Self.hub), used: lying.used, correction: correction))
                    let line = try #require(axes.lines.first { $0.hasPrefix(" ACCEL_MOUNT_MATRIX=") })
                    let matrix = try #require(MountMatrix(String(line.dropFirst(" ACCEL_MOUNT_MATRIX=".count))))
                    for orientation in [Orientation.normal, .bottomUp, .leftUp, .rightUp, .faceUp, .faceDown] {
                        let force = try #require(MountedSensor.up[orientation])
                        let sample = lying.sample(force, sign, matrix.values)
                        #expect((sample - force).magnitude < 1e-6, "\(turn) \(sign) \(orientation): \(sample)")
                    }
                }
            }
        }
    }
}
