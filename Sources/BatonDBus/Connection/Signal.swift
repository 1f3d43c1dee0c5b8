// SPDX-License-Identifier: Apache-2.0

/// A signal of a served interface.
public struct Signal: Hashable, Sendable {
    /// Its name.
    public let name: MemberName
    /// Its arguments.
    public let arguments: [Argument]

    /// Describes a signal.
    public init(_ name: MemberName, _ arguments: [Argument] = []) {
        self.name = name
        self.arguments = arguments
    }
}
