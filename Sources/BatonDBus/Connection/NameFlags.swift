// SPDX-License-Identifier: Apache-2.0

/// How a name is asked for. The raw values are those of RequestName.
public struct NameFlags: OptionSet, Sendable {
    /// The flags as RequestName takes them.
    public let rawValue: UInt32

    /// Makes flags from their raw value.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Another connection may take the name over.
    public static let allowReplacement = NameFlags(rawValue: 1)
    /// Takes the name from an owner that allows it.
    public static let replaceExisting = NameFlags(rawValue: 2)
    /// Does not wait in the queue while another connection owns the name.
    public static let doNotQueue = NameFlags(rawValue: 4)
}
