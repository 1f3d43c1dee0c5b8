// SPDX-License-Identifier: Apache-2.0

/// What `shuffle` is to do.
enum ShuffleChange: String, CaseIterable, Sendable {
    case on
    case off
    case toggle

    /// The new state from the present one.
    func value(from present: Bool) -> Bool {
        switch self {
        case .on: true
        case .off: false
        case .toggle: !present
        }
    }
}
