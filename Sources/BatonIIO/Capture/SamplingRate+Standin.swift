// SPDX-License-Identifier: Apache-2.0

internal import BatonMotion

/// Stands in until BatonMotion has its own.
enum SamplingRate: Hashable, Sendable {
    case rest
    case armed
}

/// Stands in until BatonMotion has its own.
struct RestPolicy: Sendable {
    private var last: SensorSample?
    private var calmSince: Int64 = 0
    private var isArmed = false

    init() {}

    mutating func process(_ sample: SensorSample) -> SamplingRate? {
        defer { last = sample }
        guard let last else {
            calmSince = sample.nanoseconds
            return nil
        }
        let change = max(abs(sample.x - last.x), max(abs(sample.y - last.y), abs(sample.z - last.z)))
        if change > 0.6 {
            calmSince = sample.nanoseconds
            if !isArmed {
                isArmed = true
                return .armed
            }
        } else if isArmed, sample.nanoseconds - calmSince > 2_000_000_000 {
            isArmed = false
            return .rest
        }
        return nil
    }
}
