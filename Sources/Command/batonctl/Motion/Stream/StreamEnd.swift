// SPDX-License-Identifier: Apache-2.0

/// Why reading a stream ended.
enum StreamEnd: Hashable, Sendable {
    /// The user ended it.
    case stopped
    /// The time asked for is over.
    case timeOver
    /// The reader has enough.
    case enough
    /// The agent closed the stream.
    case closed
}
