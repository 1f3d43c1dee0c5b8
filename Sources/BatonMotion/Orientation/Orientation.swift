// SPDX-License-Identifier: Apache-2.0

/// How the device is held; the first five names are those of iio-sensor-proxy (spec/motion.md §8).
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
    /// Lies on its back.
    case faceUp = "face-up"
    /// Lies on its screen.
    case faceDown = "face-down"
}
