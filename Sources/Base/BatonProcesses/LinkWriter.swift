// SPDX-License-Identifier: Apache-2.0

/// Writes the fields of a message one after the other: integers in little-endian order, strings after their length.
///
/// For example:
/// ```swift
/// var writer = LinkWriter()
/// writer.write("battery")
/// writer.write(UInt8(80))
/// print(writer.bytes)
/// ```
public struct LinkWriter: Sendable {
    /// The bytes that have been written.
    public private(set) var bytes: [UInt8] = []

    /// Makes an empty writer.
    public init() {}

    /// Writes a byte.
    public mutating func write(_ value: UInt8) {
        bytes.append(value)
    }

    /// Writes an integer.
    public mutating func write(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Writes a floating-point number.
    public mutating func write(_ value: Double) {
        write(value.bitPattern)
    }

    /// Writes a Boolean.
    public mutating func write(_ value: Bool) {
        write(UInt8(value ? 1 : 0))
    }

    /// Writes an instant or interval, in nanoseconds.
    public mutating func write(_ value: Duration) {
        let (seconds, attoseconds) = value.components
        write(seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000)
    }

    /// Writes a string, cut after ``LinkReader/longestText`` bytes.
    public mutating func write(_ text: String) {
        let utf8 = text.utf8.prefix(LinkReader.longestText)
        write(UInt16(clamping: utf8.count))
        bytes.append(contentsOf: utf8)
    }
}
