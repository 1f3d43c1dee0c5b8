// SPDX-License-Identifier: Apache-2.0

package import BatonMotion
package import BatonMotionReport
import Glibc

/// A synthetic signal of an accelerometer: face up at rest, and moved along x in some parts.
package struct MotionSignal {
    package private(set) var samples: [SensorSample] = []
    private let rate: Double
    private var time = 0.0

    package init(rate: Double = 50) { self.rate = rate }

    /// At rest.
    package mutating func rest(_ seconds: Double) { add(seconds) { _ in 0 } }

    /// Swings to and fro with this amplitude in m/s² and this frequency in Hz.
    package mutating func shake(_ seconds: Double, amplitude: Double, frequency: Double = 4) {
        add(seconds) { amplitude * sin(2 * .pi * frequency * $0) }
    }

    /// Moves by a function of the time since the beginning of this part.
    package mutating func add(_ seconds: Double, _ force: (Double) -> Double) {
        let count = Int((seconds * rate).rounded())
        for index in 0..<count {
            let x = force(Double(index) / rate)
            samples.append(SensorSample(nanoseconds: Int64((time * 1e9).rounded()), x: x, y: 0, z: 9.81))
            time += 1 / rate
        }
    }

    /// A rest, then this many shakes with a rest after each.
    ///
    /// - Parameter first: how long the first rest is, in seconds.
    package static func shakes(_ amplitudes: [Double], after first: Double = 2, rate: Double = 50) -> MotionSignal {
        var signal = MotionSignal(rate: rate)
        signal.rest(first)
        for amplitude in amplitudes {
            signal.shake(1, amplitude: amplitude)
            signal.rest(2)
        }
        return signal
    }

    /// The signal as the text of a recording.
    package var text: String {
        var writer = RecordingWriter(header: [RecordingField("device", "made up")])
        return writer.beginning + samples.map { writer.line($0) }.joined()
    }

    /// The samples, and after them a rest.
    package func resting(_ seconds: Double) -> [SensorSample] {
        var signal = self
        signal.rest(seconds)
        return signal.samples
    }

    /// The result of the recognizer with the model of these tests.
    package func replay(_ settings: ShakeSettings = .agentDefault) -> ShakeReplay {
        var replay = ShakeReplay(settings, model: .test)
        for sample in samples { replay.take(sample) }
        replay.finish()
        return replay
    }
}
