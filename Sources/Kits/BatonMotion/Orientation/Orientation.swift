// SPDX-License-Identifier: Apache-2.0

/// How the device is held. The names of the four edges are iio-sensor-proxy's (rule O13).
///
/// For example:
/// ```swift
/// let orientation = Orientation(rawValue: "left-up")  // .leftUp
/// ```
public enum Orientation: String, CaseIterable, Hashable, Sendable {
    /// Not known yet.
    case undefined
    /// The top is up.
    case normal
    /// The bottom is up.
    case bottomUp = "bottom-up"
    /// The left side is up.
    case leftUp = "left-up"
    /// The right side is up.
    case rightUp = "right-up"
    /// The device lies on its back.
    case faceUp = "face-up"
    /// The device lies on its screen.
    case faceDown = "face-down"
}
