// SPDX-License-Identifier: Apache-2.0

/// Puts the fields of a message one after the other: integers little-endian, text with its length before it.
public struct LinkWriter: Sendable {
    /// What was written so far.
    public private(set) var bytes: [UInt8] = []

    /// Makes a writer with nothing in it.
    public init() {}

    /// Writes an integer.
    public mutating func write(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Writes a number.
    public mutating func write(_ value: Double) {
        write(value.bitPattern)
    }

    /// Writes a truth.
    public mutating func write(_ value: Bool) {
        write(UInt8(value ? 1 : 0))
    }

    /// Writes an instant or interval, in nanoseconds.
    public mutating func write(_ value: Duration) {
        let (seconds, attoseconds) = value.components
        write(seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000)
    }

    /// Writes a text; what is over ``LinkReader/longestText`` is cut.
    public mutating func write(_ text: String) {
        let utf8 = text.utf8.prefix(LinkReader.longestText)
        write(UInt16(clamping: utf8.count))
        bytes.append(contentsOf: utf8)
    }
}
