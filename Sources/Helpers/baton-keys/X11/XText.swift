// SPDX-License-Identifier: Apache-2.0

/// Reads the bytes of a window's property. A client may put any bytes into its properties, with any type.
enum XText {
    /// The first number of 32 bits; 0 if there is none.
    static func number(_ bytes: [UInt8]?) -> UInt32 {
        guard let bytes, bytes.count >= 4 else { return 0 }
        return bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The numbers of 32 bits, each of which libX11 returns in the size of a C long.
    static func items(_ bytes: [UInt8]?) -> [UInt32] {
        guard let bytes else { return [] }
        let size = MemoryLayout<Int>.size
        return (0..<bytes.count / size).map { number(Array(bytes[($0 * size)...].prefix(4))) }
    }

    /// The strings, each of which ends with a NUL.
    static func words(_ bytes: [UInt8]?) -> [String] {
        guard let bytes else { return [] }
        return bytes.split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    }
}
