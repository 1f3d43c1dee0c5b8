// SPDX-License-Identifier: Apache-2.0

/// Reads the fields of a message one after the other.
///
/// For example:
/// ```swift
/// func level(_ bytes: ArraySlice<UInt8>) throws(LinkError) -> (name: String, percent: UInt8) {
///     var reader = LinkReader(bytes)
///     return (try reader.readText(), try reader.read())
/// }
/// ```
public struct LinkReader: Sendable {
    /// The longest text, in bytes of UTF-8.
    public static let longestText = 1024

    @usableFromInline internal var bytes: ArraySlice<UInt8>

    /// Makes a reader for the bytes of one message.
    public init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    /// Whether everything has been read.
    public var isAtEnd: Bool { bytes.isEmpty }

    // Inlinable, so that the type is known where it is read: else each of its operations is looked up at run time.

    /// Reads an integer.
    @inlinable
    public mutating func read<Value: FixedWidthInteger>(_ type: Value.Type = Value.self) throws(LinkError) -> Value {
        let size = MemoryLayout<Value>.size
        guard bytes.count >= size else { throw .malformed }
        var value: Value = 0
        withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: bytes.prefix(size)) }
        bytes = bytes.dropFirst(size)
        return Value(littleEndian: value)
    }

    /// Reads a floating-point number.
    public mutating func readDouble() throws(LinkError) -> Double {
        Double(bitPattern: try read())
    }

    /// Reads a Boolean.
    public mutating func readBool() throws(LinkError) -> Bool {
        switch try read(UInt8.self) {
        case 0: false
        case 1: true
        default: throw .malformed
        }
    }

    /// Reads an instant or interval.
    public mutating func readDuration() throws(LinkError) -> Duration {
        .nanoseconds(try read(Int64.self))
    }

    /// Reads a string.
    public mutating func readText() throws(LinkError) -> String {
        let count = Int(try read(UInt16.self))
        guard count <= Self.longestText, bytes.count >= count else { throw .malformed }
        defer { bytes = bytes.dropFirst(count) }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// Reads a string that is the raw value of an enumeration.
    @inlinable
    public mutating func readWord<Word: RawRepresentable<String>>(_ type: Word.Type = Word.self) throws(LinkError)
        -> Word
    {
        guard let word = Word(rawValue: try readText()) else { throw .malformed }
        return word
    }
}
