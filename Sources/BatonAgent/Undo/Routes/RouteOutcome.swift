// SPDX-License-Identifier: Apache-2.0

/// How a delivery ended.
enum RouteOutcome: Sendable, Equatable {
    /// The app has it.
    case done
    /// A guard said no, and nothing was done.
    case refused(String)
    /// It did not work; nothing is known to have been done.
    case failed(String)
}
