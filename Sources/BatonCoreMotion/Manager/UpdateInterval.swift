// SPDX-License-Identifier: Apache-2.0

import BatonMotion

/// Intervals between updates in seconds (rules CM11 and CM55).
///
/// For example:
/// ```swift
/// let manager = MotionManager(sensors: MotionSensors(source: source))
/// manager.accelerometerUpdateInterval = UpdateInterval.game
/// ```
public enum UpdateInterval {
    /// The shortest one: 100 updates a second.
    public static let shortest = 0.01
    /// For the orientation of the device: 16 updates a second.
    public static let orientation = 0.0625
    /// For a game: 60 updates a second.
    public static let game = 1.0 / 60
    /// For recognizing fast gestures, such as a shake: 100 updates a second.
    public static let shake = 0.01

    /// The interval that is used for a wish: the shortest one for a shorter one, for 0, a negative one and what is no number.
    static func usable(_ wish: Double) -> Double { wish.isFinite && wish > shortest ? wish : shortest }
}

/// Chooses samples so that their mean rate is the wished one, whatever the rate of the source (rule CM13).
struct SampleThinner: Sendable {
    private var last: Int64?
    private var due = Int64.min
    /// The smoothed interval of the source, in nanoseconds.
    private var smoothed = 0.0

    /// - Parameter interval: the wished one in seconds.
    /// - Returns: whether the sample of this time is to be delivered.
    mutating func takes(_ time: Int64, every interval: Double) -> Bool {
        defer { last = time }
        let wish = Int64(clamping: interval * 1e9)
        guard let last, time > last else {
            due = Self.sum(time, wish)
            return true
        }
        let step = Double(time) - Double(last)
        smoothed = smoothed == 0 ? step : smoothed + (min(step, 4 * smoothed) - smoothed) * 0.05
        guard Double(time) - Double(due) >= -smoothed / 2 else { return false }
        let isBehind = Double(time) - Double(due) > Double(wish)
        due = Self.sum(isBehind ? time : due, wish)
        return true
    }

    /// A time and a wish of any length, which is not negative.
    private static func sum(_ time: Int64, _ wish: Int64) -> Int64 {
        let (sum, isOver) = time.addingReportingOverflow(wish)
        return isOver ? .max : sum
    }
}
