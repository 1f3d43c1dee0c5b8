// SPDX-License-Identifier: Apache-2.0

/// Takes a fuzzer's input apart. What is missing at its end is zero, so that every input means something.
public struct FuzzBytes: Sendable {
    private var bytes: ArraySlice<UInt8>

    /// Takes the input as libFuzzer hands it over.
    public init(_ start: UnsafePointer<UInt8>?, _ count: Int) {
        bytes = Array(UnsafeBufferPointer(start: start, count: count))[...]
    }

    /// Whether everything has been taken.
    public var isEmpty: Bool { bytes.isEmpty }

    /// The next byte.
    public mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

    /// The next byte as one of `count` choices.
    public mutating func choice(_ count: Int) -> Int { Int(byte()) % count }

    /// A truth.
    public mutating func flag() -> Bool { byte() & 1 == 1 }

    /// The next eight bytes as a number.
    public mutating func word() -> UInt64 {
        var word: UInt64 = 0
        for _ in 0..<8 { word = word << 8 | UInt64(byte()) }
        return word
    }

    /// A number that is often small, and often at an end of its range.
    public mutating func integer() -> Int64 {
        switch byte() & 7 {
        case 0: Int64(Int8(bitPattern: byte()))
        case 1: .max - Int64(byte())
        case 2: .min + Int64(byte())
        case 3: Int64(byte()) * 1_000_000
        default: Int64(bitPattern: word())
        }
    }

    /// As many bytes as the next one says.
    public mutating func some() -> [UInt8] {
        let count = Int(byte())
        defer { bytes = bytes.dropFirst(count) }
        return Array(bytes.prefix(count))
    }

    /// A text of as many bytes as the next one says.
    public mutating func text() -> String { String(decoding: some(), as: UTF8.self) }

    /// Everything that is left.
    public mutating func rest() -> [UInt8] {
        defer { bytes = [] }
        return Array(bytes)
    }
}
