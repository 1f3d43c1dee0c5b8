// SPDX-License-Identifier: Apache-2.0

// Writes the samples of the accelerometer as CSV, and a line for each shake, until Ctrl-C:
//     swift run sensor-example > samples.csv
import BatonIIO
import BatonMotion
import BatonReactor

@main
enum Example {
    static func main() throws {
        let reactor = try Reactor()
        let signals = try reactor.signals([.interrupt, .terminate]) { _ in reactor.stop() }
        defer { signals.cancel() }
        guard let best = try IIOSensors.discover().first else {
            print("# there is no accelerometer")
            return
        }
        print("# \(best.name)")
        print("nanoseconds,x,y,z")
        var detector = ShakeDetector()
        let sensor = try IIOSensor.open(reactor: reactor)
        try sensor.start { sample in
            print("\(sample.nanoseconds),\(sample.x),\(sample.y),\(sample.z)")
            if case .ended(let time, _) = detector.process(sample) { print("# a shake ended at \(time)") }
        } failed: { failure in
            print("# \(failure)")
            reactor.stop()
        }
        try reactor.run()
    }
}
