// SPDX-License-Identifier: Apache-2.0

/// Text for the display of a headset or car.
enum BluetoothText {
    /// The longest text, in bytes of UTF-8: displays are short, and an answer over AVRCP is no place for a novel.
    static let longest = 240

    /// The text on one line and not too long; nil when nothing is left of it.
    static func clean(_ text: String) -> String? {
        var result = String.UnicodeScalarView()
        var size = 0
        for character in text {
            let scalars = character.unicodeScalars
            size += scalars.reduce(0) { $0 + UTF8.width($1) }
            guard size <= longest else { break }
            for scalar in scalars {
                let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
                result.append(isControl ? " " : scalar)
            }
        }
        let isBlank = result.allSatisfy { $0 == " " }
        return isBlank ? nil : String(result)
    }
}
