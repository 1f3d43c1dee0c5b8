// SPDX-License-Identifier: Apache-2.0

/// What the bytes of a window's property say. A client may put any bytes into its properties, under any type.
enum XText {
    /// The first number of 32 bits; 0 where there is none.
    static func number(_ bytes: [UInt8]?) -> UInt32 {
        guard let bytes, bytes.count >= 4 else { return 0 }
        return bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The texts that zeros end.
    static func words(_ bytes: [UInt8]?) -> [String] {
        guard let bytes else { return [] }
        return bytes.split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    }
}
