// SPDX-License-Identifier: Apache-2.0

/// Text of another program with some damage, which a seed decides.
public enum DamagedText {
    /// A text with one to four bytes changed, left out or repeated.
    ///
    /// - Parameters:
    ///   - text: the text as it should be; not empty.
    ///   - random: decides what is damaged.
    /// - Returns: other bytes, which need be no UTF-8; at least one.
    public static func damaged(_ text: [UInt8], by random: inout SeededRandom) -> [UInt8] {
        var bytes = text
        for _ in 0...Int.random(in: 0...3, using: &random) {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0...3, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes[place] = Array("{}[],:\"\\0-e.".utf8).randomElement(using: &random) ?? 0
            case 2: bytes.removeSubrange(place..<min(bytes.count, place + 5))
            default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 9)], at: place)
            }
            if bytes.isEmpty { bytes = [0x20] }
        }
        return bytes
    }
}
