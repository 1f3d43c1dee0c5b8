// SPDX-License-Identifier: Apache-2.0

/// A line of an evemu recording: a letter, a colon and words.
struct EvemuLine {
    /// The letter before the colon, `#` for a comment, nil for an empty line; 0 for anything else.
    let kind: UInt8?
    private let rest: Substring.UTF8View

    init(_ line: Substring.UTF8View) {
        let line = line.drop(while: Self.isBlank)
        guard let letter = line.first else {
            kind = nil
            rest = line
            return
        }
        let after = line.dropFirst()
        if letter == UInt8(ascii: "#") {
            kind = letter
            rest = after
        } else if after.first == UInt8(ascii: ":") {
            kind = letter
            rest = after.dropFirst()
        } else {
            kind = 0
            rest = after
        }
    }

    /// The text after the colon, without blanks around it.
    var text: String {
        var text = rest.drop(while: Self.isBlank)
        while let last = text.last, Self.isBlank(last) { text.removeLast() }
        return String(text) ?? ""
    }

    /// The words, up to a comment.
    var words: [Substring] {
        rest.prefix { $0 != UInt8(ascii: "#") }.split(whereSeparator: Self.isBlank).map { Substring($0) }
    }

    /// The words as numbers of two digits, base 16; those that are no numbers are left out.
    var bytes: [UInt8] { words.compactMap { UInt8($0, radix: 16) } }

    /// The axis that the line describes: its code, then minimum, maximum, fuzz, flat, and, since evemu 1.1, resolution.
    var axis: (code: UInt16, axis: PanelAxis)? {
        let words = words
        guard (3...6).contains(words.count), let code = UInt16(words[0], radix: 16), let minimum = Int32(words[1]),
            let maximum = Int32(words[2])
        else { return nil }
        let resolution = words.count == 6 ? Int32(words[5]) : 0
        return resolution.map { (code, PanelAxis(minimum: minimum, maximum: maximum, unitsPerMillimetre: $0)) }
    }

    /// The event that the line is: seconds, type and code of base 16, value.
    var event: PanelEvent? {
        let words = words
        guard words.count == 4, let time = Self.time(words[0]), let type = UInt16(words[1], radix: 16),
            let code = UInt16(words[2], radix: 16), let value = Int32(words[3])
        else { return nil }
        return PanelEvent(type: type, code: code, value: value, timestamp: time)
    }

    /// Seconds with one to six decimals.
    private static func time(_ word: Substring) -> Duration? {
        let parts = word.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, (1...12).contains(parts[0].count), (1...6).contains(parts[1].count),
            parts.joined().allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
            let seconds = Int64(Substring(parts[0])), let decimals = Int64(Substring(parts[1]))
        else { return nil }
        var microseconds = decimals
        for _ in parts[1].count..<6 { microseconds *= 10 }
        return .seconds(seconds) + .microseconds(microseconds)
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }
}
