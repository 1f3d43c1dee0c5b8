// SPDX-License-Identifier: Apache-2.0

/// How weak a shake may be to be recognized (rule SHAKE10).
public enum ShakeSensitivity: String, CaseIterable, Hashable, Sendable {
    /// Only hard shakes are recognized.
    case low
    /// The sensitivity that docs/shake.md has results for.
    case medium
    /// Gentle shakes are recognized too, and more movements are mistaken for one.
    case high

    /// The factor by which all strengths are multiplied. A larger one needs a harder shake.
    public var factor: Double {
        switch self {
        case .low: 1.25
        case .medium: 1
        case .high: 0.8
        }
    }
}
