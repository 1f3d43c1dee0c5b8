// SPDX-License-Identifier: Apache-2.0

import BatonMotion

/// The recognizers that are compared.
enum RecognizerName: String, CaseIterable {
    /// The shipped one.
    case baton
    /// The one that it replaced, of dbb5d33.
    case landed
    case seismic11 = "seismic-11"
    case seismic13 = "seismic-13"
    case seismic15 = "seismic-15"
    /// A plain threshold of 2.7 g.
    case force = "g-force"

    /// A recognizer that has received no sample.
    func make(_ settings: ShakeSettings) -> any Recognizer {
        switch self {
        case .baton: ShakeDetector(settings)
        case .landed: LandedDetector(settings)
        case .seismic11: ShareDetector(threshold: 11)
        case .seismic13: ShareDetector(threshold: 13)
        case .seismic15: ShareDetector(threshold: 15)
        case .force: ThresholdDetector()
        }
    }
}

/// What the benchmark asks of a recognizer.
protocol Recognizer {
    mutating func process(_ sample: SensorSample) -> MotionPhase?
}

extension ShakeDetector: Recognizer {}
extension LandedDetector: Recognizer {}
