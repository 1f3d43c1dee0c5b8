// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import BatonTestSupport
import Foundation
import Glibc
import Testing

@Suite("IIO: slow sensors")
struct SlowSensorTests {
    /// Replaces an attribute by a FIFO, so that a read of it blocks until the test writes. libiio finds regular files
    /// only, so this works only for a sensor that is being read already.
    private final class SlowAttribute {
        private let path: String
        private let reactor: Reactor
        private let delay: Duration
        private var timer: ReactorTimer?
        /// The FIFO's writing end; -1 while it has no reader.
        private var file: Int32 = -1

        init(_ sensor: MockSensor, in machine: MockMachine, delay: Duration) throws {
            path = "\(machine.root)/\(sensor.path)/in_accel_y_raw"
            reactor = machine.reactor
            self.delay = delay
            // Renamed over the old file, so that the attribute exists at every moment.
            let beside = "\(machine.root)/slow-attribute"
            guard mkfifo(beside, 0o644) == 0, rename(beside, path) == 0 else { throw MockMachine.Errno(errno) }
            lookForReader()
        }

        deinit {
            timer?.cancel()
            if file >= 0 { close(file) }
        }

        private func lookForReader() {
            timer = reactor.schedule(after: .milliseconds(2)) { [weak self] in self?.open() }
        }

        /// This fails while the FIFO has no reader. A reader that has opened it has to wait from then on.
        private func open() {
            file = Glibc.open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            guard file >= 0 else { return lookForReader() }
            timer = reactor.schedule(after: delay) { [weak self] in self?.answer() }
        }

        private func answer() {
            _ = write(file, "7\n", 2)
            close(file)
            file = -1
            lookForReader()
        }
    }

    private func shape() -> MockShape {
        var shape = MockShape()
        (shape.name, shape.format, shape.trigger, shape.triggers) = ("SMO8840", nil, nil, [])
        return shape
    }

    @Test("a sensor that takes long for a reading is told, and its samples carry the times at which they were read")
    func slow() throws {
        let machine = try MockMachine()
        let sensor = try machine.add(shape())
        let probe = try machine.probe("rest=0")
        #expect(probe.delivers(2))
        let attribute = try SlowAttribute(sensor, in: machine, delay: .milliseconds(120))
        withExtendedLifetime(attribute) {
            #expect(probe.says("notice slow SMO8840: a reading takes"))
            // The first sample may come from a read that began before the attribute was slow.
            #expect(probe.delivers(probe.samples.count + 5))
            let samples = probe.samples.suffix(4)
            #expect(zip(samples, samples.dropFirst()).allSatisfy { $1.time - $0.time > 30_000_000 })
            #expect(samples.allSatisfy { $0.time <= MockSensor.now(CLOCK_MONOTONIC) })
        }
    }

    @Test("a sensor that hangs for seconds is silent, and what it says then is not believed")
    func hangs() throws {
        let machine = try MockMachine()
        let sensor = try machine.add(shape())
        let probe = try machine.probe()
        #expect(probe.delivers(2))
        let attribute = try SlowAttribute(sensor, in: machine, delay: .milliseconds(1600))
        withExtendedLifetime(attribute) {
            #expect(probe.says("failed silent SMO8840"))
            #expect(probe.samples.allSatisfy { $0.y == 0 })
        }
    }
}
