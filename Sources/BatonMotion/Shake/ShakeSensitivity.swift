// SPDX-License-Identifier: Apache-2.0

/// How little it takes to shake.
public enum ShakeSensitivity: String, CaseIterable, Hashable, Sendable {
    /// A hard shake only.
    case low
    /// The one that was measured (docs/shake.md).
    case medium
    /// A gentle shake will do; more false triggers.
    case high

    /// What the strengths are multiplied with (spec/motion.md §4.10).
    public var factor: Double {
        switch self {
        case .low: 1.25
        case .medium: 1
        case .high: 0.8
        }
    }
}
