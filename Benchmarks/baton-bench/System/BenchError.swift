// SPDX-License-Identifier: Apache-2.0

/// The reason why the benchmark cannot go on, as a sentence for its user.
struct BenchError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
