// SPDX-License-Identifier: Apache-2.0

/// A recording that cannot be read.
struct LibraryError: Error, CustomStringConvertible {
    let file: String
    let problem: String

    var description: String { "\(file): \(problem)" }
}
