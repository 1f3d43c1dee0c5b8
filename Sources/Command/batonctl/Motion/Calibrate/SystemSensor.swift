// SPDX-License-Identifier: Apache-2.0

import BatonFiles
import BatonMotion
import BatonMotionReport

/// What sysfs and udev say of an accelerometer, to all programs (rules IIO8 and SIGN11).
struct SystemSensor {
    /// The sensor's name in sysfs, such as `iio:device0`.
    let name: String
    /// The text of its mount matrix; nil for a sensor without one.
    let matrix: String?
    /// Whether the matrix comes from udev's hardware database.
    let isFromDatabase: Bool
    private let label: String
    private let modalias: String
    private let dmi: String

    /// Reads the files of a sensor.
    ///
    /// - Parameters:
    ///   - path: The sensor's folder below `/sys/devices`.
    ///   - root: What stands for `/`; tests pass their own folder.
    /// - Returns: nil when it is not the folder of an IIO device, as with a recording that is replayed.
    init?(path: String, root: String = "") {
        let folder = root + path
        guard let name = path.split(separator: "/").last.map(String.init), name.hasPrefix("iio:device"),
            UInt32(name.dropFirst("iio:device".count)) != nil
        else { return nil }
        self.name = name
        let database = Self.databaseMatrix(name, number: SmallFile.firstLine("\(folder)/dev"), root: root)
        isFromDatabase = database != nil
        let files = ["mount_matrix", "in_accel_mount_matrix", "in_mount_matrix"]
        matrix = database ?? files.lazy.compactMap { SmallFile.firstLine("\(folder)/\($0)") }.first
        let parent = Self.parent(of: path, root: root)
        modalias = parent.flatMap { SmallFile.firstLine("\(root)\($0)/modalias") } ?? ""
        label = SmallFile.firstLine("\(folder)/label") ?? Self.place(folder)
        dmi = SmallFile.firstLine("\(root)/sys/class/dmi/id/modalias") ?? ""
    }

    /// The entry that gives it a matrix; nil on a machine without DMI, where the matrix belongs to the device tree.
    func entry(_ matrix: [Double]) -> HardwareDatabaseEntry? {
        HardwareDatabaseEntry(label: label, modalias: modalias, dmi: dmi, matrix: matrix)
    }

    /// Whether the system's matrix leads to the same x and y. The third row is not compared: few programs use it, and
    /// many matrices of systemd have another one (rule SIGN3).
    func agrees(with used: [Double]) -> Bool {
        guard used.count == 9, let own = matrix.map({ MountMatrix($0) }) ?? .identity else { return false }
        return (0..<2).allSatisfy { index in
            let row = Acceleration(x: used[3 * index], y: used[3 * index + 1], z: used[3 * index + 2])
            let size = row.magnitude * own.row(index).magnitude
            return size > 0 && row.dot(own.row(index)) / size > 0.999
        }
    }

    /// The property in udev's database. libudev reads this file too, but only below `/`.
    private static func databaseMatrix(_ name: String, number: String?, root: String) -> String? {
        let key = "E:ACCEL_MOUNT_MATRIX="
        for id in [number.map { "c\($0)" }, "+iio:\(name)"].compactMap({ $0 }) {
            guard let bytes = try? SmallFile.read("\(root)/run/udev/data/\(id)", most: 1 << 16) else { continue }
            for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") where line.hasPrefix(key) {
                return String(line.dropFirst(key.count))
            }
        }
        return nil
    }

    /// The nearest folder above of a bus whose devices systemd's rules look up.
    private static func parent(of path: String, root: String) -> String? {
        var folders = path.split(separator: "/")
        while folders.count > 1 {
            folders.removeLast()
            let folder = "/" + folders.joined(separator: "/")
            guard let target = SymbolicLink.target(of: "\(root)\(folder)/subsystem") else { continue }
            let bus = String(decoding: target, as: UTF8.self).split(separator: "/").last ?? ""
            if ["usb", "i2c", "platform"].contains(bus) { return folder }
        }
        return nil
    }

    /// What systemd's rules take for the label of a Chromebook's sensor, whose older kernels had `location` instead.
    private static func place(_ folder: String) -> String {
        guard SmallFile.firstLine("\(folder)/name")?.hasPrefix("cros-ec-accel") == true else { return "" }
        switch SmallFile.firstLine("\(folder)/location") {
        case "base": return "accel-base"
        case "lid": return "accel-display"
        default: return ""
        }
    }
}
