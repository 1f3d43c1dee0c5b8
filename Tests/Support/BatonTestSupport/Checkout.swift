// SPDX-License-Identifier: Apache-2.0

/// The repository that the tests were built in, for tests that read its documents, scripts and recordings.
public enum Checkout {
    /// The path of its folder.
    public static let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
}
