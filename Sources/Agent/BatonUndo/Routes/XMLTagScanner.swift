// SPDX-License-Identifier: Apache-2.0

/// Reads the tags of an XML text, which is all that a D-Bus description has. Text between tags is skipped.
struct XMLTagScanner {
    /// One tag.
    struct Tag: Equatable {
        var name = ""
        /// The value of its attribute `name`, as written.
        var nameAttribute: String?
        /// `</…>`
        var isEnd = false
        /// `<…/>`
        var isEmpty = false
    }

    private let bytes: [UInt8]
    private var offset = 0
    /// Whether everything so far was well-formed; false from the first error on.
    private(set) var isWellFormed = true

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The next tag; nil at the end, and at an error.
    mutating func next() -> Tag? {
        while isWellFormed {
            guard let open = bytes[offset...].firstIndex(of: UInt8(ascii: "<")) else { return nil }
            offset = open + 1
            switch current {
            case UInt8(ascii: "!") where rest.starts(with: Array("!--".utf8)): skip(past: Array("-->".utf8))
            case UInt8(ascii: "!"), UInt8(ascii: "?"): skipDeclaration()
            default: return tag()
            }
        }
        return nil
    }

    private var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }
    private var rest: ArraySlice<UInt8> { bytes[offset...] }

    private mutating func skip(past end: [UInt8]) {
        while offset < bytes.count {
            if rest.starts(with: end) {
                offset += end.count
                return
            }
            offset += 1
        }
        isWellFormed = false
    }

    /// Skips to the `>` that ends the declaration; a `>` in quotes does not.
    private mutating func skipDeclaration() {
        while let byte = current {
            offset += 1
            if byte == UInt8(ascii: ">") { return }
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { skip(past: [byte]) }
        }
        isWellFormed = false
    }

    private mutating func tag() -> Tag? {
        var tag = Tag()
        tag.isEnd = take(UInt8(ascii: "/"))
        tag.name = word()
        guard !tag.name.isEmpty else { return fail() }
        while true {
            skipSpace()
            if take(UInt8(ascii: ">")) { return tag }
            if take(UInt8(ascii: "/")) {
                tag.isEmpty = true
                return take(UInt8(ascii: ">")) ? tag : fail()
            }
            let attribute = word()
            skipSpace()
            guard !attribute.isEmpty, take(UInt8(ascii: "=")) else { return fail() }
            skipSpace()
            guard let value = quoted() else { return fail() }
            if attribute == "name" { tag.nameAttribute = value }
        }
    }

    private mutating func fail() -> Tag? {
        isWellFormed = false
        return nil
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        offset += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = current, byte == 0x20 || (0x09...0x0D).contains(byte) { offset += 1 }
    }

    /// The characters before the next space, control character, `=`, `/`, `>`, `<` or quote.
    private mutating func word() -> String {
        let start = offset
        while let byte = current, byte > 0x20, !"=/><\"'".utf8.contains(byte) { offset += 1 }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    private mutating func quoted() -> String? {
        guard let quote = current, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        offset += 1
        guard let end = rest.firstIndex(of: quote) else { return nil }
        defer { offset = end + 1 }
        return String(decoding: bytes[offset..<end], as: UTF8.self)
    }
}
