// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import BatonTestSupport
import Foundation
import Testing

@Suite("IIO: slow sensors", .timeLimit(.minutes(1)))
struct SlowSensorTests {
    /// An attribute that answers late from now on: a reader's open waits until a writer comes. libiio finds plain files only,
    /// so this is for a sensor that is read already.
    private final class SlowAttribute {
        private let path: String
        private let reactor: Reactor
        private let delay: Duration
        private var timer: ReactorTimer?

        init(_ sensor: MockSensor, in machine: MockMachine, delay: Duration) throws {
            path = "\(machine.root)/\(sensor.path)/in_accel_y_raw"
            reactor = machine.reactor
            self.delay = delay
            unlink(path)
            guard mkfifo(path, 0o644) == 0 else { throw MockMachine.Errno(errno) }
            answerLater()
        }

        deinit { timer?.cancel() }

        private func answerLater() {
            timer = reactor.schedule(after: delay) { [weak self] in self?.answer() }
        }

        private func answer() {
            // Without a reader this fails, and nothing is answered.
            let file = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            if file >= 0 {
                _ = write(file, "7\n", 2)
                close(file)
            }
            answerLater()
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
