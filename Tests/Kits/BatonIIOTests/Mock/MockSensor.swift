// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import BatonTestSupport
import Foundation

/// A mocked sensor. Its attributes are regular files, and its node is a FIFO, which is fed while the buffer is on.
///
/// It behaves like a kernel driver, except that it refuses no access.
final class MockSensor {
    let shape: MockShape
    /// The sensor's folder, relative to the machine's root.
    let path: String
    /// The present raw values; at first it lies on its back, by the sign of its driver.
    var raw: (x: Int64, y: Int64, z: Int64) {
        didSet { try? writeRaw() }
    }
    /// When the shake began; nil while the sensor is not shaken.
    private var shakenSince: Duration?
    private var shakenFile: ShakenFile?
    /// Whether the node is fed while the buffer is on.
    var isFeeding = true
    /// Scans a second.
    var rate = 50.0
    /// Returns the time for the timestamps, in nanoseconds.
    var stamp: () -> Int64 = { MockSensor.now(CLOCK_REALTIME) }

    private unowned let machine: MockMachine
    private let node: Int32
    private var pending: [UInt8] = []
    private var pendingCount = 0
    private var nextScan = Duration.zero
    private var isGone = false
    private var timer: ReactorTimer?

    init(_ shape: MockShape, in machine: MockMachine) throws {
        self.shape = shape
        self.machine = machine
        raw = (0, 0, shape.name == "accel_3d" ? -1000 : 1000)
        path = "sys/devices/\(shape.parent)/iio:device\(shape.number)"
        node = shape.format == nil ? -1 : try Self.makeNode(machine.root + "/dev/iio:device\(shape.number)")
        try machine.makeFolder(path)
        try machine.makeFolder("sys/bus/iio/devices")
        try machine.link("sys/bus/iio/devices/iio:device\(shape.number)", to: "../../../../\(path)")
        try writeAttributes()
        if let format = shape.format { try writeBuffer(format) }
        tick()
    }

    deinit {
        timer?.cancel()
        if node >= 0 { close(node) }
    }

    /// Shakes it along x. A thread computes the polled values from the clock, and the scans are computed from their
    /// instants, so that both are right even if this thread runs late.
    func shake() {
        shakenSince = machine.reactor.now
        if shape.format == nil { shakenFile = ShakenFile(path: rawPath("x")) }
    }

    /// Ends the shake.
    func rest() {
        shakenSince = nil
        shakenFile = nil
        try? writeRaw()
    }

    private func rawPath(_ axis: String) -> String { "\(machine.root)/\(path)/in_\(shape.type)_\(axis)_raw" }

    /// The channels of all kinds.
    private var channels: [String] {
        [shape.type, shape.second].compactMap { $0 }.flatMap { type in ["x", "y", "z"].map { "\(type)_\($0)" } }
    }

    /// The text of an attribute.
    subscript(_ attribute: String) -> String {
        let data = FileManager.default.contents(atPath: machine.root + "/" + path + "/" + attribute)
        return String(decoding: data ?? Data(), as: UTF8.self).trimmingCharacters(in: ["\n", "\0", " "])
    }

    func set(_ attribute: String, _ text: String) throws {
        try machine.write(text, to: path + "/" + attribute)
    }

    /// The files that libiio or Baton may change.
    var state: [String: String] {
        let axes = channels.map { "scan_elements/in_\($0)_en" }
        let elements = axes + ["scan_elements/in_timestamp_en"]
        let files = ["buffer/enable", "buffer/length", "buffer/watermark", "trigger/current_trigger", shape.rateFile]
        return Dictionary(uniqueKeysWithValues: (elements + files).map { ($0, self[$0]) })
    }

    var isOn: Bool { self["buffer/enable"] == "1" }

    /// Removes it, as when a hub is unplugged.
    func unplug() throws {
        isGone = true
        shakenFile = nil
        try FileManager.default.removeItem(
            atPath: machine.root + "/sys/bus/iio/devices/iio:device\(shape.number)")
        try FileManager.default.removeItem(atPath: machine.root + "/" + path)
    }

    static func now(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    // MARK: Attributes

    private func writeAttributes() throws {
        let named: [(String, String?)] = [
            ("name", shape.name), ("label", shape.label), ("location", shape.location),
            ("in_\(shape.type)_scale", shape.scale), ("in_\(shape.type)_offset", shape.offset),
            (shape.rateFile, shape.rate), (shape.rateFile + "_available", shape.availableRates),
            ("in_\(shape.type)_hysteresis", "0.000000"), ("current_timestamp_clock", shape.clock),
        ]
        for case (let file, let text?) in named { try set(file, text) }
        if let second = shape.second {
            try set("in_\(second)_scale", shape.scale ?? "1")
            if let rate = shape.secondRate { try set("in_\(second)_sampling_frequency", rate) }
        }
        if let (file, text) = shape.mountMatrix { try set(file, text) }
        let properties = shape.udev.merging(["DEVTYPE": "iio_device"]) { $1 }
        try set("uevent", properties.map { "\($0.key)=\($0.value)" }.joined(separator: "\n"))
        let up = String(repeating: "../", count: path.split(separator: "/").count - 1)
        try machine.link("\(path)/subsystem", to: up + "bus/iio")
        try writeRaw()
    }

    private func writeRaw() throws {
        guard !isGone else { return }
        for (axis, value) in zip(["x", "y", "z"], [raw.x, raw.y, raw.z]) {
            ShakenFile.write(value, to: rawPath(axis))
            guard let second = shape.second else { continue }
            ShakenFile.write(10 * value, to: "\(machine.root)/\(path)/in_\(second)_\(axis)_raw")
        }
    }

    private func writeBuffer(_ format: MockFormat) throws {
        for folder in ["scan_elements", "buffer"] { try machine.makeFolder("\(path)/\(folder)") }
        let channels = channels.map { ($0, format.text) }
        for (index, (channel, type)) in (channels + (shape.hasTimestamp ? [("timestamp", "le:s64/64>>0")] : []))
            .enumerated()
        {
            try set("scan_elements/in_\(channel)_en", "0")
            try set("scan_elements/in_\(channel)_index", "\(index)")
            try set("scan_elements/in_\(channel)_type", type)
        }
        for (file, text) in [("enable", "0"), ("length", "2"), ("watermark", "1")] { try set("buffer/" + file, text) }
        guard let trigger = shape.trigger else { return }
        try machine.makeFolder("\(path)/trigger")
        // The kernel's file is empty, without a line end, where there is no trigger.
        try Data(trigger.isEmpty ? [] : Array("\(trigger)\n".utf8))
            .write(to: URL(filePath: "\(machine.root)/\(path)/trigger/current_trigger"))
        for (index, name) in shape.triggers.enumerated() {
            let folder = "sys/devices/\(shape.parent)/trigger\(10 * shape.number + index)"
            try machine.makeFolder(folder)
            try machine.write(name, to: "\(folder)/name")
            try machine.link("sys/bus/iio/devices/trigger\(10 * shape.number + index)", to: "../../../../\(folder)")
        }
    }

    // MARK: Feeding

    /// Opens the FIFO for reading and writing, so that it never blocks and its reader never gets end-of-file.
    private static func makeNode(_ path: String) throws -> Int32 {
        guard mkfifo(path, 0o600) == 0 else { throw MockMachine.Errno(errno) }
        let node = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard node >= 0 else { throw MockMachine.Errno(errno) }
        return node
    }

    private func tick() {
        timer = machine.reactor.schedule(after: .milliseconds(10)) { [weak self] in self?.tick() }
        let now = machine.reactor.now
        guard let format = shape.format, !isGone, isFeeding, isOn else {
            drop()
            nextScan = now
            return
        }
        let interval = Duration.nanoseconds(Int64(1_000_000_000 / rate))
        while nextScan <= now {
            pending += scan(format, at: nextScan)
            pendingCount += 1
            nextScan += interval
        }
        // A kernel wakes the reader at the watermark, so only whole multiples of it are written.
        let watermark = max(1, Int(self["buffer/watermark"]) ?? 1)
        let whole = pendingCount / watermark * watermark
        guard whole > 0 else { return }
        let bytes = pending.count / pendingCount * whole
        _ = write(node, pending, bytes)
        pending.removeFirst(bytes)
        pendingCount -= whole
    }

    /// Hands out scans at once, whatever the watermark is.
    func feed(_ count: Int) {
        guard let format = shape.format else { return }
        let bytes = (0..<count).flatMap { _ in scan(format, at: machine.reactor.now) }
        _ = write(node, bytes, bytes.count)
    }

    /// Drops unread scans, as a kernel does when the buffer is switched off.
    private func drop() {
        pending = []
        pendingCount = 0
        guard node >= 0, !isGone, !isOn else { return }
        var bytes = [UInt8](repeating: 0, count: 4096)
        while read(node, &bytes, bytes.count) > 0 {}
    }

    private func scan(_ format: MockFormat, at instant: Duration) -> [UInt8] {
        var bytes: [UInt8] = []
        let x = shakenSince.map { ShakenFile.steps(at: (instant - $0) / .seconds(1)) } ?? raw.x
        let values = [x, raw.y, raw.z]
        for (channel, value) in zip(channels, values + values.map { 10 * $0 })
        where self["scan_elements/in_\(channel)_en"] == "1" {
            bytes += format.bytes(value)
        }
        if shape.hasTimestamp, self["scan_elements/in_timestamp_en"] == "1" {
            bytes += Array(repeating: 0x5A, count: (8 - bytes.count % 8) % 8)
            bytes += MockFormat(bits: 64, storage: 64).bytes(stamp())
        }
        return bytes
    }
}
