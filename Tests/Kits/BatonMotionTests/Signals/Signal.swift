// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import Foundation

/// The samples of an imagined accelerometer, built piece by piece.
struct Signal {
    private(set) var samples: [SensorSample] = []
    let rate: Double
    /// The time of the next sample, in seconds.
    private(set) var time: Double
    /// Specific force at rest.
    var gravity = Acceleration(x: 0, y: 0, z: Acceleration.standardGravity)

    init(rate: Double = 50, from time: Double = 1000) {
        self.rate = rate
        self.time = time
    }

    /// Adds `seconds` of the user's acceleration, as a function of the time since the piece began.
    mutating func add(_ seconds: Double, _ user: (Double) -> Acceleration) {
        for index in 0..<Int((seconds * rate).rounded()) {
            append(gravity + user(Double(index) / rate))
        }
    }

    mutating func still(_ seconds: Double) {
        add(seconds) { _ in .zero }
    }

    /// Swings to and fro along x.
    mutating func shake(_ seconds: Double, frequency: Double = 4, amplitude: Double = 25) {
        add(seconds) { Acceleration(x: amplitude * sin(2 * .pi * frequency * $0), y: 0, z: 0) }
    }

    /// Turns the device about x until gravity is along -y, as when somebody lifts it.
    mutating func lift(_ seconds: Double) {
        for index in 0..<Int((seconds * rate).rounded()) {
            let angle = Double(index) / rate / seconds * .pi / 2
            gravity = Acceleration(
                x: 0, y: -Acceleration.standardGravity * sin(angle), z: Acceleration.standardGravity * cos(angle))
            append(gravity)
        }
    }

    /// Lets time pass without a sample.
    mutating func pause(_ seconds: Double) {
        time += seconds
    }

    mutating func append(_ force: Acceleration) {
        samples.append(
            SensorSample(nanoseconds: Int64((time * 1e9).rounded()), x: force.x, y: force.y, z: force.z))
        time += 1 / rate
    }
}
