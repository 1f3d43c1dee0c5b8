// SPDX-License-Identifier: Apache-2.0

/// Why there is no route.
struct RouteProblem: Error, Equatable {
    /// What people read.
    let message: String
}
