// SPDX-License-Identifier: Apache-2.0

/// A piece of a file in KDL (niri) or RON (COSMIC); comments and spaces are none.
struct NodeToken: Equatable {
    enum Kind {
        case opening, closing, separator, word
        /// A string, whose ``NodeToken/value`` is what it says.
        case text
    }

    let kind: Kind
    let value: String
    /// The bytes of the file.
    let place: Range<Int>
}

/// Reads the pieces of a file in KDL or RON, as far as it takes to tell one binding from the next.
struct NodeTokens {
    private let bytes: [UInt8]
    /// In KDL a line's end ends a node, and `;` does; in RON only a comma separates.
    private let isKDL: Bool
    private var place = 0
    /// Where a string or a comment begins that is not closed.
    private var unclosed: Int?

    private init(_ text: String, isKDL: Bool) {
        bytes = Array(text.utf8)
        self.isKDL = isKDL
    }

    static func all(of text: String, isKDL: Bool) -> [NodeToken] { read(text, isKDL: isKDL).tokens }

    /// All pieces, and where a string or a comment begins that goes on to the end without being closed.
    static func read(_ text: String, isKDL: Bool) -> (tokens: [NodeToken], unclosed: Int?) {
        var reader = NodeTokens(text, isKDL: isKDL)
        var tokens: [NodeToken] = []
        while let token = reader.next() { tokens.append(token) }
        return (tokens, reader.unclosed)
    }

    private mutating func next() -> NodeToken? {
        while let byte = byte(0) {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): place += 1
            case UInt8(ascii: "\n"):
                if isKDL { return token(.separator, 1) }
                place += 1
            // A line of KDL goes on after it.
            case UInt8(ascii: "\\") where isKDL:
                skipLine()
                place = min(place + 1, bytes.count)
            case UInt8(ascii: "/") where self.byte(1) == UInt8(ascii: "/"): skipLine()
            case UInt8(ascii: "/") where self.byte(1) == UInt8(ascii: "*"): skipComment()
            case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("): return token(.opening, 1)
            case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"): return token(.closing, 1)
            case UInt8(ascii: ";") where isKDL, UInt8(ascii: ",") where !isKDL: return token(.separator, 1)
            case UInt8(ascii: ":") where !isKDL: return token(.word, 1)
            // A character of RON, which may be a quotation mark.
            case UInt8(ascii: "'") where !isKDL && self.byte(2) == UInt8(ascii: "'"): return token(.word, 3)
            default: return string() ?? word()
            }
        }
        return nil
    }

    private func byte(_ offset: Int) -> UInt8? {
        place + offset < bytes.count ? bytes[place + offset] : nil
    }

    private mutating func token(_ kind: NodeToken.Kind, _ length: Int) -> NodeToken {
        let range = place..<min(place + length, bytes.count)
        place = range.upperBound
        return NodeToken(kind: kind, value: String(decoding: bytes[range], as: UTF8.self), place: range)
    }

    private mutating func skipLine() {
        while let byte = byte(0), byte != UInt8(ascii: "\n") { place += 1 }
    }

    /// A comment may have others in it.
    private mutating func skipComment() {
        var depth = 0
        let start = place
        while let byte = byte(0) {
            let pair = (byte, self.byte(1) ?? 0)
            if pair == (UInt8(ascii: "/"), UInt8(ascii: "*")) {
                depth += 1
                place += 1
            } else if pair == (UInt8(ascii: "*"), UInt8(ascii: "/")) {
                depth -= 1
                place += 1
            }
            place += 1
            if depth == 0 { break }
        }
        if depth > 0 { unclosed = start }
        place = min(place, bytes.count)
    }

    private mutating func word() -> NodeToken {
        var length = 0
        let ends = isKDL ? " \t\r\n{}()[];\"\\/".utf8 : " \t\r\n{}()[],:\"/".utf8
        while let byte = byte(length), !ends.contains(byte) || length == 0 {
            length += 1
            // Behind it is a value, which may be a string of any form.
            if isKDL, byte == UInt8(ascii: "=") { break }
        }
        return token(.word, length)
    }

    // MARK: Strings

    /// `"…"`, `r"…"`, `r#"…"#`, and KDL's `#"…"#` and `"""…"""`; nil for what is no string.
    private mutating func string() -> NodeToken? {
        let start = place
        var length = byte(0) == UInt8(ascii: "r") ? 1 : 0
        let isMarked = length == 1
        while byte(length) == UInt8(ascii: "#") { length += 1 }
        let hashes = length - (isMarked ? 1 : 0)
        guard byte(length) == UInt8(ascii: "\"") else { return nil }
        var mark = [UInt8(ascii: "\"")]
        if isKDL, byte(length + 1) == mark[0], byte(length + 2) == mark[0] { mark = [mark[0], mark[0], mark[0]] }
        place += length + mark.count
        let isRaw = isMarked || hashes > 0
        let end = mark + Array(repeating: UInt8(ascii: "#"), count: hashes)
        let inner = place
        while place < bytes.count, !bytes[place...].starts(with: end) {
            place += !isRaw && bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        if place >= bytes.count { unclosed = start }
        let text = bytes[inner..<min(place, bytes.count)]
        place = min(place + end.count, bytes.count)
        let value = String(decoding: isRaw ? text : Self.plain(text)[...], as: UTF8.self)
        return NodeToken(kind: .text, value: value, place: start..<place)
    }

    /// What a text with escapes says: programs escape more than they have to, `'` too. Of other escapes the letter is enough.
    private static func plain(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var isEscaped = false
        for byte in text {
            if !isEscaped, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else {
                // A line feed is not the letter that stands for it.
                if isEscaped, !"\"'\\/".utf8.contains(byte) { result.append(UInt8(ascii: "\\")) }
                result.append(byte)
                isEscaped = false
            }
        }
        return result
    }
}
