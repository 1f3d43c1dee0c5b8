// SPDX-License-Identifier: Apache-2.0

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

    /// The interval at which samples come when an app sets `wish`: the shortest one if the wish is shorter, negative or not
    /// finite.
    static func usable(_ wish: Double) -> Double { wish.isFinite && wish > shortest ? wish : shortest }
}
