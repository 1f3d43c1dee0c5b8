// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import Foundation

/// Writes the features of all recordings at all rates, for `make train-shake`.
///
/// A row is little-endian floats: the number of the recording, the number of the rate, the time in seconds, and the
/// features in the order of `ShakeFeature.allCases`. So what is learned from is what the detector computes.
struct FeatureTable {
    /// Weaker movement is left out, in m/s² root mean square: no shake is so weak.
    private static let leastStrength = 2.0

    let library: Library

    func write(to path: String) throws {
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let file = FileHandle(forWritingAtPath: path)
        else { throw LibraryError(file: path, problem: "it cannot be written") }
        for (index, (entry, samples)) in library.recordings.enumerated() {
            var rows: [Float] = []
            for (number, rate) in Rate.allCases.enumerated() where rate.suits(entry.rate_hz) {
                guard let read = rate.read(samples, rate: entry.rate_hz, phase: Double(index * 37 % 100) / 100) else {
                    continue
                }
                rows += Self.rows(read, recording: index, rate: number)
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
