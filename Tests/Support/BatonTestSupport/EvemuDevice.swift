// SPDX-License-Identifier: Apache-2.0

import Glibc

/// An input device, described as by evemu. `umockdev-run` shows it to a program.
public struct EvemuDevice {
    /// The name of the device.
    public var name = ""
    /// Bus, vendor, product, version.
    public var identity = [0, 0, 0, 0]
    /// The bits of each event type.
    public var bits: [Int: [UInt8]] = [:]
    /// The recorded events; the time is in microseconds.
    public var events: [(time: Int, type: Int, code: Int, value: Int)] = []
    /// The number of its node in /dev/input. A second device at the same time needs another one.
    public var number = 7

    /// The properties: bytes of INPUT_PROP_ bits.
    public var properties: [UInt8] = []
    /// The range and resolution of each absolute axis of a touch panel.
    public var axes: [Int: (minimum: Int32, maximum: Int32, resolution: Int32)] = [:]
    /// What udev says of the node, beside what it always says.
    public var udev: [String] = []

    /// The keys that are down whenever a program asks the kernel.
    public var keysDown: [Int] = []

    /// The switches that it has, and those that are on whenever a program asks the kernel.
    public var switches: (has: [Int], on: [Int]) = ([], [])

    private static let keyBytes = 96

    /// Makes a device with these keys.
    public init(name: String, bus: Int, keys: [Int]) {
        self.name = name
        identity = [bus, 0x1d6b, 0x0246, 1]
        bits = [0: [3], 1: Self.bytes(of: keys)]
    }

    private static func bytes(of keys: [Int]) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: keyBytes)
        for key in keys { bytes[key / 8] |= UInt8(1) << UInt8(key % 8) }
        return bytes
    }

    /// Reads a description, and the events if there are any.
    public init(_ texts: String...) {
        for line in texts.joined(separator: "\n").split(separator: "\n") {
            let words = line.split { $0 == " " || $0 == "\t" }.map(String.init)
            func hex(_ word: String) -> Int { Int(word, radix: 16) ?? 0 }
            switch words[0] {
            case "N:": name = words.dropFirst().joined(separator: " ")
            case "I:": identity = words.dropFirst().map(hex)
            case "B:": bits[hex(words[1]), default: []] += words.dropFirst(2).map { UInt8(hex($0)) }
            case "P:": properties += words.dropFirst().map { UInt8(hex($0)) }
            case "A:":
                let numbers = words.dropFirst(2).compactMap { Int32($0) }
                axes[hex(words[1])] = (numbers[0], numbers[1], numbers.count > 4 ? numbers[4] : 0)
            case "E:":
                let time = words[1].split(separator: ".").map { Int($0) ?? 0 }
                events.append((time[0] * 1_000_000 + time[1], hex(words[2]), hex(words[3]), Int(words[4]) ?? 0))
            default: break
            }
        }
    }

    /// The keys that it has.
    public var keys: [Int] { codes(1) }

    /// The codes that it has of an event type.
    public func codes(_ type: Int) -> [Int] {
        (bits[type] ?? []).enumerated().flatMap { index, byte in
            (0..<8).filter { byte & 1 << $0 != 0 }.map { index * 8 + $0 }
        }
    }

    /// Adds a press and release of a key, at milliseconds since the begin of the recording.
    public mutating func press(_ key: Int, from: Int, to: Int) {
        for (time, value) in [(from, 1), (to, 0)] {
            events.append((time * 1000, 1, key, value))
            events.append((time * 1000, 0, 0, 0))
        }
    }

    /// The path of its event node.
    public var node: String { "/dev/input/event\(number)" }

    /// Writes the files into a folder. Returns the command that runs a program with the device.
    ///
    /// - Parameter lead: milliseconds before the first event.
    public func command(in folder: String, lead: Int = 1500) -> [String] {
        Self.command([self], in: folder, lead: lead)
    }

    /// Writes the files of several devices. Returns the command that runs a program with all of them.
    ///
    /// - Parameter lead: milliseconds before the first event of any device.
    public static func command(_ devices: [EvemuDevice], in folder: String, lead: Int = 1500) -> [String] {
        let first = devices.compactMap { $0.events.first?.time }.min() ?? 0
        return ["umockdev-run"] + devices.flatMap { $0.options(in: folder, lead: lead * 1000 - first) } + ["--"]
    }

    /// - Parameter lead: microseconds that are added to all times.
    private func options(in folder: String, lead: Int) -> [String] {
        let files = "\(folder)/device\(number)"
        write("\(files).umockdev", description)
        write("\(files).ioctl", answers)
        let lines = events.map { event in
            let time = event.time + lead
            return
                "E: \(time / 1_000_000).\(Self.padded(time % 1_000_000, 6)) \(hex(event.type, 4)) \(hex(event.code, 4)) \(event.value)\n"
        }
        write("\(files).events", "E: 0.000000 0000 0000 0\n" + lines.joined())
        return [
            "-d", "\(files).umockdev", "-i", "\(node)=\(files).ioctl", "-e", "\(node)=\(files).events",
        ]
    }

    private var physicalPath: String { "mock\(number)" }

    private var mask: Int {
        bits.keys.reduce(1) { $1 < 0x20 && bits[$1]?.contains { $0 != 0 } == true ? $0 | 1 << $1 : $0 }
    }

    /// The kernel's answers to libevdev's ioctls, in the sizes that libevdev asks for.
    private var answers: String {
        func blob(_ bytes: [UInt8], _ size: Int) -> String {
            (bytes + Array(repeating: 0, count: size)).prefix(size).map { hex(Int($0), 2).uppercased() }.joined()
        }
        let numbers = identity.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
        var lines = [
            "@DEV \(node)", "EVIOCGVERSION 0 01000100", "EVIOCGID 0 \(blob(numbers, 8))",
            "EVIOCGNAME(0) \(name.utf8.count + 1) \(blob(Array(name.utf8), 255))",
            "EVIOCGPHYS(0) \(physicalPath.utf8.count + 1) \(blob(Array(physicalPath.utf8), 255))",
            "EVIOCGUNIQ(0) 1 \(blob([], 255))", "EVIOCGPROP(0) 8 \(blob(isPanel ? properties : [], 8))",
            "EVIOCGBIT(0) 8 \(blob((0..<8).map { UInt8(truncatingIfNeeded: mask >> (8 * $0)) }, 8))",
        ]
        for type in 1...0x1f {
            let size = type == 1 ? Self.keyBytes : type == 0x15 ? 16 : 8
            lines.append(
                "EVIOCGBIT(\(type)) \(size) \(blob(type == 1 || (type == 3 && isPanel) ? bits[type] ?? [] : [], size))")
        }
        let down = Self.bytes(of: keysDown)
        lines.append("EVIOCGKEY(0) \(Self.keyBytes) \(blob(down, Self.keyBytes))")
        lines.append("EVIOCGSW(0) 8 \(blob(Self.bytes(of: switches.on), 8))")
        for kind in ["LED", "SND"] { lines.append("EVIOCG\(kind)(0) 8 \(blob([], 8))") }
        lines.append("EVIOCGREP 0 \(blob([250, 0, 0, 0, 33], 8))")
        if isPanel { lines += panelAnswers }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Whether it is a touch panel: only then the kernel's answers have its axes.
    private var isPanel: Bool { axes[0x2f] != nil && axes[0x35] != nil }

    /// The axes, and the slots, which are all free.
    private var panelAnswers: [String] {
        func bytes(_ numbers: [Int32]) -> String {
            numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
                .map { hex(Int($0), 2).uppercased() }.joined()
        }
        let count = Int(axes[0x2f]?.maximum ?? 0) + 1
        var lines: [String] = []
        for (code, axis) in axes.sorted(by: { $0.key < $1.key }) {
            lines.append("EVIOCGABS(\(code)) 0 \(bytes([0, axis.minimum, axis.maximum, 0, 0, axis.resolution]))")
        }
        for code in axes.keys.sorted() where code > 0x2f {
            let values = [Int32](repeating: code == 0x39 ? -1 : 0, count: count)
            lines.append("EVIOCGMTSLOTS(0) 0 \(bytes([Int32(code)] + values))")
        }
        return lines
    }

    private var description: String {
        let words = stride(from: 0, to: Self.keyBytes, by: 8).map { start in
            (start..<start + 8).reversed().map { hex(Int($0 < (bits[1] ?? []).count ? (bits[1] ?? [])[$0] : 0), 2) }
                .joined()
        }.reversed().joined(separator: " ")
        let folder = "/devices/platform/mock/input/input\(number)"
        return """
            P: \(folder)/event\(number)
            N: input/event\(number)
            E: DEVNAME=\(node)
            E: MAJOR=13
            E: MINOR=\(64 + number)
            E: SUBSYSTEM=input\(udev.map { "\nE: \($0)" }.joined())
            A: dev=13:\(64 + number)
            L: device=../../input\(number)

            P: \(folder)
            E: SUBSYSTEM=input
            A: name=\(name)
            A: phys=\(physicalPath)
            A: uniq=
            A: capabilities/ev=\(hex(mask, 1))
            A: capabilities/key=\(words)
            A: capabilities/abs=0
            A: capabilities/rel=0
            A: capabilities/sw=\(hex(switches.has.reduce(0) { $0 | 1 << $1 }, 1))
            A: id/bustype=\(hex(identity[0], 4))
            A: id/vendor=\(hex(identity[1], 4))
            A: id/product=\(hex(identity[2], 4))


            """
    }

    private func hex(_ number: Int, _ digits: Int) -> String {
        let text = String(number, radix: 16, uppercase: false)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    private static func padded(_ number: Int, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    private func write(_ path: String, _ text: String) {
        guard let file = fopen(path, "w") else { return }
        fputs(text, file)
        fclose(file)
    }
}
