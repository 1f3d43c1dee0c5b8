// SPDX-License-Identifier: Apache-2.0

/// Why bytes are no JSON text, or more of one than is read.
struct JSONError: Error, Equatable, Sendable {
    /// What is wrong.
    let message: String
    /// At which byte, from 0.
    let offset: Int
}
