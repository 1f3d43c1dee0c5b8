// SPDX-License-Identifier: Apache-2.0

/// Texts and numbers of another host, within bounds.
enum HouseholdText {
    /// The most bytes of a title, an artist or a reason.
    static let longest = 1024

    /// The beginning of a text, without half a character and without NUL, which no text on the bus can have.
    static func bounded(_ text: String, to bytes: Int = longest) -> String {
        let text = text.utf8.contains(0) ? String(text.unicodeScalars.filter { $0.value != 0 }) : text
        guard text.utf8.count > bytes else { return text }
        var result = ""
        for character in text {
            guard result.utf8.count + character.utf8.count <= bytes else { break }
            result.append(character)
        }
        return result
    }

    /// Seconds as a duration, from 0 to a hundred years; nil for what is no such number.
    static func duration(_ seconds: Double?) -> Duration? {
        guard let seconds, seconds.isFinite, seconds >= 0 else { return nil }
        // fits: at most 3.2e15
        return .microseconds(Int64((min(seconds, 3.2e9) * 1e6).rounded()))
    }

    /// Whether a text is a code between programs: letters, digits and `-`, at most 64.
    static func isCode(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}

extension Duration {
    /// In seconds; exact to a microsecond for a hundred years.
    var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + (Double(attoseconds) / 1e12).rounded() / 1e6
    }
}
