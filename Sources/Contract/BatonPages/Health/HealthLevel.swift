// SPDX-License-Identifier: Apache-2.0

/// How bad it is.
package enum HealthLevel: Int, Comparable, Sendable {
    /// It works, is switched off, or is not of this machine.
    case fine
    /// It works in part, or there is something to know.
    case warning
    /// It should work here and does not.
    case fault

    package static func < (left: HealthLevel, right: HealthLevel) -> Bool { left.rawValue < right.rawValue }
}
