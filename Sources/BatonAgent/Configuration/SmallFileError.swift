// SPDX-License-Identifier: Apache-2.0

/// Why a file could not be read or written.
struct SmallFileError: Error, Equatable {
    /// The rest of a sentence that begins with the file's path.
    let message: String
}
