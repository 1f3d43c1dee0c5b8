// SPDX-License-Identifier: Apache-2.0

import BatonMotion

/// The plain g-force threshold of many Android programs: a magnitude of more than 2.7 g is a shake, at most one in half a
/// second. Its shakes have no length.
struct ThresholdDetector: Recognizer {
    private static let threshold = 2.7 * 9.80665
    private static let pause = Duration.milliseconds(500)

    private var trigger = Trigger()
    private var last: Duration?

    mutating func process(_ sample: SensorSample) -> MotionPhase? {
        if let end = trigger.end(at: sample) { return end }
        let force = (sample.x * sample.x + sample.y * sample.y + sample.z * sample.z).squareRoot()
        guard force > Self.threshold else { return nil }
        if let last, sample.timestamp - last < Self.pause { return nil }
        last = sample.timestamp
        return trigger.begin(at: sample)
    }
}
