// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Foundation
import Testing

@Suite("IIO: in which order a buffer is set up, read and left")
struct BufferOrderTests {
    /// The files of a sensor in the order in which they were written.
    private final class WrittenFiles {
        private let file = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        private var folders: [Int32: String] = [:]

        init(of sensor: MockSensor, in machine: MockMachine) {
            for folder in ["", "trigger/", "scan_elements/", "buffer/"] {
                let path = "\(machine.root)/\(sensor.path)/\(folder)"
                folders[inotify_add_watch(file, path, UInt32(IN_CLOSE_WRITE))] = folder
            }
        }

        deinit { close(file) }

        /// The names so far, each with its folder.
        func read() -> [String] {
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            var names: [String] = []
            let count = bytes.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress, $0.count) }
            var place = 0
            while place < count {
                bytes.withUnsafeBytes { buffer in
                    let event = buffer.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
                    let start = place + MemoryLayout<inotify_event>.size
                    place = start + Int(event.len)
                    let name = String(decoding: buffer[start..<place].prefix { $0 != 0 }, as: UTF8.self)
                    names.append((folders[event.wd] ?? "?") + name)
                }
            }
            return names
        }
    }

    @Test("IIO18: the rate, the trigger and the channels are set in this order, and then the buffer is switched on")
    func order() throws {
        let machine = try MockMachine()
        var shape = MockShape()
        (shape.rate, shape.trigger) = ("10.000000", "")
        let sensor = try machine.add(shape)
        let files = WrittenFiles(of: sensor, in: machine)
        let probe = try machine.probe("reading=buffer")
        #expect(probe.delivers(1))
        let written = files.read()
        let steps = [
            written.firstIndex(of: shape.rateFile), written.firstIndex(of: "trigger/current_trigger"),
            written.firstIndex(of: "scan_elements/in_accel_x_en"),
            written.lastIndex { $0.hasPrefix("scan_elements/") }, written.lastIndex(of: "buffer/enable"),
        ]
        #expect(!steps.contains(nil), "\(written)")
        #expect(steps.compactMap { $0 } == steps.compactMap { $0 }.sorted(), "\(written)")
        #expect(probe.stop())
    }

    @Test("IIO20: what is there is read, also when it is less than the watermark")
    func partOfBatch() throws {
        let machine = try MockMachine()
        let sensor = try machine.add()
        sensor.isFeeding = false
        let probe = try machine.probe("reading=buffer")
        #expect(probe.says("sensor buffer"))
        #expect(sensor["buffer/watermark"] == "10")
        sensor.feed(3)
        #expect(probe.delivers(3), "a reader that waits for all: \(probe.lines)")
        #expect(probe.lines("notice") == [], "they came after the buffer was opened anew")
        #expect(probe.samples.count == 3)
    }

    // In freed memory are other bytes than before, so a buffer that outlives its context ends the process.
    @Test("IIO3: a sensor that is released while it reads closes its buffer, and its context after that")
    func released() throws {
        let machine = try MockMachine()
        let sensor = try machine.add()
        let before = sensor.state
        let probe = try machine.probe("reading=buffer", "leave", variables: ["MALLOC_PERTURB_": "165"])
        #expect(probe.delivers(10))
        #expect(probe.stop(), "\(probe.lines.suffix(3))")
        #expect(sensor.state == before)
    }
}
