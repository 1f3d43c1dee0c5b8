// SPDX-License-Identifier: Apache-2.0

/// Why a stream was read no further.
enum StreamEnd: Hashable, Sendable {
    /// The user ended it.
    case stopped
    /// The time asked for is over.
    case timeOver
    /// Whoever reads has enough.
    case enough
    /// It ended by itself.
    case closed
}
