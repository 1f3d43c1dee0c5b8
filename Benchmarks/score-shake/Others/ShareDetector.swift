// SPDX-License-Identifier: Apache-2.0

import BatonMotion

/// The idea of the Android library seismic: the device is shaken when about three quarters of the samples of the last
/// half second are stronger than a threshold, gravity included.
///
/// At least a quarter of a second of samples, and at least four, are needed. After a shake the samples are forgotten, so
/// the next one needs its own. Its shakes have no length.
struct ShareDetector: Recognizer {
    private static let window = Duration.milliseconds(500)
    private static let leastWindow = Duration.milliseconds(250)
    private static let leastSamples = 4

    /// In m/s²: 11 is the most sensitive setting, 13 the default, 15 the least sensitive one.
    let threshold: Double
    private var trigger = Trigger()
    private var samples: [(time: Duration, isStrong: Bool)] = []

    init(threshold: Double) { self.threshold = threshold }

    mutating func process(_ sample: SensorSample) -> MotionPhase? {
        if let end = trigger.end(at: sample) { return end }
        let force = sample.x * sample.x + sample.y * sample.y + sample.z * sample.z
        while samples.count >= Self.leastSamples, let first = samples.first,
            sample.timestamp - first.time > Self.window
        {
            samples.removeFirst()
        }
        samples.append((sample.timestamp, force > threshold * threshold))
        guard let first = samples.first, sample.timestamp - first.time >= Self.leastWindow else { return nil }
        let strong = samples.count { $0.isStrong }
        // The library counts in whole numbers, so 3 of 5 samples are enough there.
        guard strong >= samples.count / 2 + samples.count / 4 else { return nil }
        samples.removeAll()
        return trigger.begin(at: sample)
    }
}
