// SPDX-License-Identifier: Apache-2.0

/// One line of a recording's header.
///
/// For example:
/// ```swift
/// let writer = RecordingWriter(header: [RecordingField("device", sensor.name), RecordingField("rate_hz", "50")])
/// ```
public struct RecordingField: Hashable, Sendable {
    /// The name, such as "device", "rate_hz" or "mount_matrix".
    public let key: String
    /// The value, on one line.
    public let value: String

    /// Makes a field. Line ends and other control characters become spaces, because a device may have any name and a
    /// recording is shown in terminals.
    public init(_ key: String, _ value: String) {
        self.key = Self.oneLine(key)
        self.value = Self.oneLine(value)
    }

    private static func oneLine(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0...0x1F, 0x7F...0x9F, 0x2028...0x2029: result.append(" ")
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}
