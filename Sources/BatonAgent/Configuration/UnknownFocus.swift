// SPDX-License-Identifier: Apache-2.0

/// What happens when nobody knows which app is in front.
enum UnknownFocus: String, Sendable, CaseIterable {
    /// The user is asked, also where the mode is immediate.
    case ask
    /// Nothing.
    case refuse
}
