// SPDX-License-Identifier: Apache-2.0

/// Why a command line was not understood.
struct CommandLineError: Error, Equatable {
    /// One sentence: what is wrong, on what.
    let message: String

    /// An error with a sentence.
    init(_ message: String) {
        self.message = message
    }
}
