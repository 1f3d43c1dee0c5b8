// SPDX-License-Identifier: Apache-2.0

/// The state of a row of `Doctor`.
package enum DoctorState: String, Sendable, CaseIterable {
    /// It can be used now.
    case works
    /// It can be used when the user has agreed once.
    case needsConsent = "needs-consent"
    /// It is turned off, or not part of this session: nothing is broken.
    case off
    /// It cannot be used.
    case unavailable
}
