// SPDX-License-Identifier: Apache-2.0

/// What a sensor is chosen by. Its number is not used, because it may change with each boot (rule IIO5).
struct SensorCandidate: Hashable, Sendable {
    let id: String
    let name: String
    let label: String
    let path: String
    /// Where the sensor is (rule IIO7): "display", "base", "camera" or the firmware's own word; empty when it is not
    /// known.
    let place: String

    init(id: String, name: String, label: String, location: String, path: String) {
        self.id = id
        self.name = name
        self.label = label
        self.path = path
        place = Self.place(label: label, location: location)
    }

    /// Whether it is HID's gravity vector, which has the channels of an accelerometer but not the motion (rule IIO6).
    var isGravityOnly: Bool { name.lowercased() == "gravity" }

    /// The order of preference: the display, which the user holds, then a sensor at an unknown place, then the others.
    private var rank: Int {
        switch place {
        case "display": 0
        case "": 1
        case "base": 3
        default: 2
        }
    }

    /// The parent folder, which is the same at every boot.
    var parent: Substring { path.lastIndex(of: "/").map { path[..<$0] } ?? "" }

    /// Whether neither of the two is preferred by its place.
    func isEqual(to other: SensorCandidate) -> Bool { rank == other.rank }

    /// Whether this one is preferred. Sensors of equal rank are ordered by name and folder.
    func precedes(_ other: SensorCandidate) -> Bool {
        (rank, name, parent, path) < (other.rank, other.name, other.parent, other.path)
    }

    /// Whether a user's choice means this sensor: its name, label, id, place, or a sysfs path of it or of a parent
    /// device.
    func answers(to choice: String) -> Bool {
        guard !choice.isEmpty else { return false }
        if [name, label, id, place].contains(choice) { return true }
        guard choice.utf8.first == UInt8(ascii: "/") || choice.contains(":") else { return false }
        if choice == "/sys/bus/iio/devices/" + id || choice == path { return true }
        return choice.hasPrefix("/sys/devices/") && path.hasPrefix(choice.hasSuffix("/") ? choice : choice + "/")
    }

    /// The words that a label may have before the place, by the kind of the sensor.
    private static let prefixes = ["accel-", "gyro-", "anglvel-", "magn-"]

    private static func place(label: String, location: String) -> String {
        let prefix = prefixes.first { label.hasPrefix($0) }
        let place = prefix.map { String(label.dropFirst($0.count)) }
        switch (place ?? label, location) {
        case ("", "lid"), ("", "display"): return "display"
        case ("", "base"): return "base"
        case (let word, _) where place != nil: return word
        case (_, "lid"), (_, "display"): return "display"
        case (_, "base"): return "base"
        case (let label, let location): return label.isEmpty ? location : label
        }
    }
}
