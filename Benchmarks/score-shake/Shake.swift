// SPDX-License-Identifier: Apache-2.0

import BatonMotion

/// One shake that the detector recognized.
struct Shake {
    enum End {
        case ended
        case cancelled
        /// The recording ended before the shake did.
        case open
    }

    /// When it began, in seconds of the recording.
    let began: Double
    var end = End.open

    static func all(in samples: [SensorSample], _ options: Options) -> [Shake] {
        var detector = options.makeDetector()
        var result: [Shake] = []
        for sample in samples {
            switch detector.process(sample) {
            case nil: continue
            case .began(let at): result.append(Shake(began: at / .seconds(1)))
            case .ended: close(&result, .ended)
            case .cancelled: close(&result, .cancelled)
            }
        }
        return result
    }

    private static func close(_ shakes: inout [Shake], _ end: End) {
        precondition(shakes.last?.end == .open, "an end without a beginning: rule M1 is broken")
        shakes[shakes.count - 1].end = end
    }
}
