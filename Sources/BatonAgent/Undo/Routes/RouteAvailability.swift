// SPDX-License-Identifier: Apache-2.0

/// Whether a route can be used now.
enum RouteAvailability: Sendable, Equatable {
    /// It can.
    case ready
    /// The user has to agree first, at set-up and never at shake time.
    case needsConsent
    /// It cannot, and why, for `batonctl doctor`.
    case unavailable(String)
}
