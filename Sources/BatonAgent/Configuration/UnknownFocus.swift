// SPDX-License-Identifier: Apache-2.0

/// What happens when it is not known which app is in front, or what kind of app it is.
enum UnknownFocus: String, Sendable, CaseIterable {
    /// The user is asked, also where the mode is immediate.
    case ask
    /// Nothing.
    case refuse
}
