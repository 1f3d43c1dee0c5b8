// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import FuzzSupport

/// Any bytes as samples of a sensor: whatever comes in, the features and the score are finite and in their ranges, each
/// beginning has one end, and a detector that does not explain finds the same.
func checkSamples(_ bytes: FuzzBytes) {
    var bytes = bytes
    let settings = ShakeSettings(
        sensitivity: ShakeSensitivity.allCases[bytes.choice(3)],
        longestShake: .milliseconds(Int64(bytes.byte()) * 20), raise: Double(bitPattern: bytes.word()))
    var explaining = ShakeDetector(settings, isExplaining: true)
    var plain = ShakeDetector(settings)
    var sensor = FuzzSensor()
    var isShaking = false
    while !bytes.isEmpty {
        let sample = sensor.next(&bytes)
        let phase = explaining.process(sample)
        require(phase == plain.process(sample), "another phase without an explanation")
        checkMeasure(explaining.measure)
        guard let phase else { continue }
        if case .began = phase {
            require(!isShaking, "two beginnings")
            isShaking = true
        } else {
            require(isShaking, "an end without a beginning")
            isShaking = false
        }
    }
    require((explaining.interrupt(at: .zero) != nil) == isShaking, "a shake without an end")
}

/// Any bytes as a file of coefficients; with the right sum it may be read, and then its scores are finite.
func checkModel(_ bytes: FuzzBytes) {
    var bytes = bytes
    let text = bytes.rest()
    _ = try? ShakeModel(bytes: text)
    var hash: UInt32 = 0x811c_9dc5
    for byte in text + [10] { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    let sum = "\nsum " + String(hash, radix: 16) + "\n"
    guard let model = try? ShakeModel(bytes: text + Array(sum.utf8)) else { return }
    var detector = ShakeDetector(.agentDefault, model: model, isExplaining: true)
    for index in 0..<200 {
        let x = index.isMultiple(of: 5) ? 40.0 : Double(index % 7) * -9
        _ = detector.process(SensorSample(nanoseconds: Int64(index) * 20_000_000, x: x, y: 0, z: 9.8))
        checkMeasure(detector.measure)
    }
}

private func checkMeasure(_ measure: ShakeMeasure) {
    require(measure.magnitude.isFinite && measure.magnitude >= 0, "the magnitude is no number")
    require(measure.bar.isFinite, "the bar is no number")
    guard let features = measure.features else { return require(measure.score == nil, "a score of nothing") }
    require(measure.score?.isFinite != false, "the score is no number")
    // Only where samples are few the first of them has no score.
    require(measure.score != nil || features[.interval] > 0.045, "features without a score")
    for feature in ShakeFeature.allCases {
        let value = features[feature]
        require(value.isFinite, "a feature is no number")
        require(feature == .skew || value >= 0, "a feature is negative")
        let isShare = [.share, .footing, .thirdSwing].contains(feature)
        require(!isShare || value <= 1.000001, "a share is above 1")
    }
}

/// A sensor with every fault, as bytes tell.
private struct FuzzSensor {
    private var time: Int64 = 0
    private var last = SensorSample(nanoseconds: 0, x: 0, y: 0, z: 9.8)

    mutating func next(_ bytes: inout FuzzBytes) -> SensorSample {
        step(&bytes)
        let kind = bytes.choice(8)
        last =
            switch kind {
            case 0: SensorSample(nanoseconds: time, x: last.x, y: last.y, z: last.z)
            case 1: SensorSample(nanoseconds: time, x: raw(&bytes), y: raw(&bytes), z: raw(&bytes))
            case 2: SensorSample(nanoseconds: time, x: 19.6, y: -19.6, z: last.z)
            default: SensorSample(nanoseconds: time, x: small(&bytes), y: small(&bytes), z: 9.8)
            }
        return last
    }

    private mutating func step(_ bytes: inout FuzzBytes) {
        switch bytes.choice(16) {
        case 0: time = bytes.integer()
        case 1: time &-= Int64(bytes.byte()) * 10_000_000
        case 2: time &+= Int64(bytes.byte()) * 10_000_000
        case 3: time &+= 125_000
        case 4, 5: time &+= 80_000_000
        case 6, 7: time &+= 10_000_000
        default: time &+= 20_000_000
        }
    }

    private func raw(_ bytes: inout FuzzBytes) -> Double {
        switch bytes.choice(6) {
        case 0: .nan
        case 1: .infinity
        case 2: -.infinity
        case 3: 400
        default: Double(bitPattern: bytes.word())
        }
    }

    /// ±64 m/s² in steps of 0.5.
    private func small(_ bytes: inout FuzzBytes) -> Double { Double(Int8(bitPattern: bytes.byte())) / 2 }
}
