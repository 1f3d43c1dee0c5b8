// SPDX-License-Identifier: Apache-2.0

/// How little it takes to shake.
public enum ShakeSensitivity: String, CaseIterable, Hashable, Sendable {
    /// A hard shake only.
    case low
    /// The one that was measured (docs/shake.md).
    case medium
    /// A gentle shake will do; more false triggers.
    case high
}
