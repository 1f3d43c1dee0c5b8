// SPDX-License-Identifier: Apache-2.0

/// Stands for texts, and is the same in the next agent: Swift's own hashes are others in each process. FNV-1a.
package struct TextChecksum: Sendable {
    package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    package init() {}

    package mutating func add(_ text: String) {
        for byte in text.utf8 { mix(byte) }
        // Ends the text: no text has this byte.
        mix(0xFF)
    }

    private mutating func mix(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
}
