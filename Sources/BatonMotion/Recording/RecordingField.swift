// SPDX-License-Identifier: Apache-2.0

/// One line of a recording's header.
public struct RecordingField: Hashable, Sendable {
    /// The name, such as "device", "rate_hz" or "mount_matrix".
    public let key: String
    /// What is said, on one line.
    public let value: String

    /// Makes a field; what would break its line becomes a space.
    public init(_ key: String, _ value: String) {
        self.key = Self.oneLine(key)
        self.value = Self.oneLine(value)
    }

    private static func oneLine(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 })
    }
}
