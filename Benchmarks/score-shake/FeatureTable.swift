// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import Foundation

/// Writes the features of all recordings at all rates, for `make train-shake`.
///
/// A row is little-endian floats: the number of the recording, the number of the rate, the time in seconds, and the
/// features in the order of `ShakeFeature.allCases`. So what is learned from is what the detector computes.
///
/// What a slow sensor shows of a movement depends on the instants at which it is read. With several of them each rate below
/// the recording's own is read as often, the first reading later each time by as large a part of the interval; the number
/// of the rate is larger by the number of rates then.
struct FeatureTable {
    /// Weaker movement is left out, in m/s² root mean square: no shake is so weak.
    private static let leastStrength = 2.0

    let library: Library
    /// How many instants the slower rates are read at.
    let instants: Int

    func write(to path: String) throws {
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let file = FileHandle(forWritingAtPath: path)
        else { throw LibraryError(file: path, problem: "it cannot be written") }
        for (index, (entry, samples)) in library.recordings.enumerated() {
            var rows: [Float] = []
            for instant in 0..<instants {
                let part = Double(index * 37 % 100) / 100 + Double(instant) / Double(instants)
                for (number, rate) in Rate.allCases.enumerated() where rate.suits(entry.rate_hz) {
                    let phase = part.truncatingRemainder(dividingBy: 1)
                    guard instant == 0 || rate.isFixed,
                        let read = rate.read(samples, rate: entry.rate_hz, phase: phase)
                    else { continue }
                    rows += Self.rows(read, recording: index, rate: number + instant * Rate.allCases.count)
                }
            }
            rows.withUnsafeBytes { file.write(Data($0)) }
        }
        try file.close()
    }

    private static func rows(_ samples: [SensorSample], recording: Int, rate: Int) -> [Float] {
        // Features are wanted throughout, also where the model that is built in would find a shake.
        var detector = ShakeDetector(model: ShakeModel.builtIn.withoutBars, isExplaining: true)
        var rows: [Float] = []
        for sample in samples {
            _ = detector.process(sample)
            guard detector.measure.isJudged, let features = detector.measure.features else { continue }
            guard features[.strength] >= leastStrength else { continue }
            rows += [Float(recording), Float(rate), Float(sample.timestamp / .seconds(1))]
            rows += ShakeFeature.allCases.map { Float(features[$0]) }
        }
        return rows
    }
}
