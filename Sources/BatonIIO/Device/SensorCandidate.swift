// SPDX-License-Identifier: Apache-2.0

/// An accelerometer among others, with what it is chosen by; never its number (spec/iio.md b).
struct SensorCandidate: Hashable, Sendable {
    let id: String
    let name: String
    let label: String
    let path: String
    /// "display", "base", "camera", or the firmware's own word; empty when it says nothing.
    let place: String

    init(id: String, name: String, label: String, location: String, path: String) {
        self.id = id
        self.name = name
        self.label = label
        self.path = path
        place = Self.place(label: label, location: location)
    }

    /// HID's gravity vector: an accelerometer's channels without the motion.
    var isGravityOnly: Bool { name.lowercased() == "gravity" }

    /// What people hold comes first: the display, then what may be one, then what is something else.
    private var rank: Int {
        switch place {
        case "display": 0
        case "": 1
        case "base": 3
        default: 2
        }
    }

    /// The folder above, which is the same at every boot.
    private var parent: Substring { path.lastIndex(of: "/").map { path[..<$0] } ?? "" }

    /// Whether nothing but the number tells them apart.
    func isEqual(to other: SensorCandidate) -> Bool { rank == other.rank }

    /// Whether this one is to be preferred. A sensor that says nothing is told from another by name and place in the machine.
    func precedes(_ other: SensorCandidate) -> Bool {
        (rank, name, parent, path) < (other.rank, other.name, other.parent, other.path)
    }

    /// Whether a user means this one by a name, a label, an id, a place or a sysfs path (of itself or of what it is part of).
    func answers(to choice: String) -> Bool {
        guard !choice.isEmpty else { return false }
        if [name, label, id, place].contains(choice) { return true }
        guard choice.utf8.first == UInt8(ascii: "/") || choice.contains(":") else { return false }
        if choice == "/sys/bus/iio/devices/" + id || choice == path { return true }
        return choice.hasPrefix("/sys/devices/") && path.hasPrefix(choice.hasSuffix("/") ? choice : choice + "/")
    }

    private static func place(label: String, location: String) -> String {
        switch (label, location) {
        case ("accel-display", _), ("", "lid"), ("", "display"): "display"
        case ("accel-base", _), ("", "base"): "base"
        case (let label, _) where label.hasPrefix("accel-"): String(label.dropFirst("accel-".count))
        case (_, "lid"), (_, "display"): "display"
        case (_, "base"): "base"
        case (let label, let location): label.isEmpty ? location : label
        }
    }
}
