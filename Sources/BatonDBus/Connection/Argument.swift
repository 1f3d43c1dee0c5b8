// SPDX-License-Identifier: Apache-2.0

/// One argument of a method or signal.
public struct Argument: Hashable, Sendable {
    /// Its name, which introspection shows.
    public let name: String
    /// Its type: one complete type.
    public let signature: Signature

    /// Makes an argument.
    public init(_ name: String, _ signature: Signature) {
        self.name = name
        self.signature = signature
    }
}
