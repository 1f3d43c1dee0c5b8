// SPDX-License-Identifier: Apache-2.0

/// Why the benchmark cannot go on, as a sentence for the person who runs it.
struct BenchError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
