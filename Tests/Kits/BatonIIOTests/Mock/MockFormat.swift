// SPDX-License-Identifier: Apache-2.0

import Testing

/// The format of a value in a scan, as a driver writes it: with undefined bits outside of the value.
struct MockFormat: Hashable, Sendable, CustomTestStringConvertible {
    var isBigEndian = false
    var isSigned = true
    var bits = 16
    var storage = 32
    var shift = 0

    /// The text in `scan_elements/*_type`.
    var text: String { "\(isBigEndian ? "be" : "le"):\(isSigned ? "s" : "u")\(bits)/\(storage)>>\(shift)" }
    var testDescription: String { text }

    func bytes(_ value: Int64) -> [UInt8] {
        let used: UInt64 = bits == 64 ? .max : (1 << UInt64(bits)) - 1
        let junk: UInt64 = 0x5A5A_5A5A_5A5A_5A5A & ~(used << UInt64(shift))
        let word = (UInt64(bitPattern: value) & used) << UInt64(shift) | junk
        let little = (0..<storage / 8).map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) }
        return isBigEndian ? little.reversed() : little
    }
}
