// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import Foundation
import Testing

/// What sensors with few samples a second show as they show a shake.
@Suite("Few samples")
struct FewSamplesTests {
    /// A push, a rest and a pull, as when a phone is raised to the ear.
    @Test("SHAKE7: a push and a pull with a rest between them are no shake of few samples", arguments: [10, 12.5])
    func raised(_ rate: Double) {
        var found = 0
        for amplitude in [16.0, 20, 25, 30] {
            for back in [0.6, 0.8, 1] {
                for phase in 0..<4 {
                    var signal = Signal(rate: rate)
                    signal.still(3)
                    let late = Double(phase) / 4 / rate
                    signal.add(1.2) { time in
                        let (push, pull) = ((time - late) / 0.3, (time - late - 0.6) / 0.3)
                        let force = push >= 0 && push <= 1 ? sin(.pi * push) : 0
                        let counterforce = pull >= 0 && pull <= 1 ? back * sin(.pi * pull) : 0
                        return Acceleration(x: amplitude * (force - counterforce), y: 0, z: 0)
                    }
                    signal.still(3)
                    if !phases(signal.samples).isEmpty { found += 1 }
                }
            }
        }
        #expect(found == 0, "\(found) of 48")
    }

    @Test("SHAKE7: one strong swing to and fro among weak ones is no shake at 12.5 Hz", arguments: [20.0, 25])
    func bumps(_ amplitude: Double) {
        var found = 0
        for phase in 0..<12 {
            var signal = Signal(rate: 12.5)
            signal.still(3)
            signal.add(1.5) { time in
                let swing = (time - Double(phase) / 12 / 12.5) * 3
                let share = swing >= 1 && swing < 2 ? 1 : swing >= 0 && swing < 4 ? 0.2 : 0
                return Acceleration(x: share * amplitude * sin(2 * .pi * swing), y: 0, z: 0)
            }
            signal.still(3)
            if !phases(signal.samples).isEmpty { found += 1 }
        }
        #expect(found == 0, "\(found) of 12")
    }

    /// Each second sample is between two peaks then, and not judged.
    @Test(
        "SHAKE7: a shake of a quarter of the rate is found at whichever instants the sensor is read",
        arguments: [18.5, 19, 20, 21, 22, 23])
    func quarter(_ rate: Double) {
        var missed: [String] = []
        for amplitude in [20.0, 30] {
            for phase in 0..<20 {
                var signal = Signal(rate: rate)
                signal.still(2)
                let late = Double(phase) / 20 / rate
                signal.add(8 / (rate / 2)) { time in
                    Acceleration(x: amplitude * sin(2 * .pi * rate / 4 * (time + late)), y: 0, z: 0)
                }
                signal.still(2)
                if phases(signal.samples).isEmpty { missed.append("\(amplitude) m/s², \(phase)") }
            }
        }
        #expect(missed.count <= 1, "\(missed) of 40")
    }
}
