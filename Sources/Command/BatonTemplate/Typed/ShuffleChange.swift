// SPDX-License-Identifier: Apache-2.0

/// The change that `shuffle` makes.
package enum ShuffleChange: String, CaseIterable, Sendable {
    case on
    case off
    case toggle

    /// The new state, given the present one.
    package func value(from present: Bool) -> Bool {
        switch self {
        case .on: true
        case .off: false
        case .toggle: !present
        }
    }
}
