// SPDX-License-Identifier: Apache-2.0

/// How a delivery ended.
enum RouteOutcome: Sendable, Equatable {
    /// The app has it.
    case done
    /// A guard said no, and nothing was done.
    case refused(String)
    /// The app could not be reached, and surely nothing was done: another route may try.
    case unreached(String)
    /// It did not work, and nobody knows whether the app has it: no other route may try.
    case failed(String)
}
