// SPDX-License-Identifier: Apache-2.0

package import BatonCoreMotion
package import BatonMotion

/// Computes from a recording how the device was turned.
package enum AttitudeReplay {
    /// Whether a recording has what an attitude needs (rule CM25).
    package static func isPossible(_ recording: Recording) -> Bool {
        recording.others.contains { $0.kind == .gyroscope }
    }

    /// Plays the samples of all sensors in the order of time.
    ///
    /// - Parameters:
    ///   - interval: In seconds; there is a point about that often.
    ///   - each: Called for each point.
    package static func run(
        _ recording: Recording, every interval: Double, each: @escaping (DeviceMotion) -> Void
    ) {
        let kinds = Set(recording.others.map(\.kind)).union([.accelerometer])
        let fusion = AttitudeFusion(kinds, every: interval, each: each)
        let samples = (recording.samples + recording.others).sorted {
            ($0.nanoseconds, $0.kind.rawValue) < ($1.nanoseconds, $1.kind.rawValue)
        }
        for sample in samples { fusion.take(sample) }
    }
}
