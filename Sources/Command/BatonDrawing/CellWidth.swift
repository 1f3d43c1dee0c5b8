// SPDX-License-Identifier: Apache-2.0

/// How many columns of a terminal a text takes: letters of East Asian scripts and most pictures take two, accents none.
package enum CellWidth {
    /// The columns of a text on one line.
    package static func of(_ text: some StringProtocol) -> Int { text.reduce(0) { $0 + of($1) } }

    /// The columns of a character. A picture that is made of several is as wide as its first.
    package static func of(_ character: Character) -> Int {
        guard let first = character.unicodeScalars.first, !isInvisible(first) else { return 0 }
        // U+FE0F asks for the colored picture, which is wide.
        let isPicture = character.unicodeScalars.dropFirst().first?.value == 0xFE0F
        return isPicture || wide.contains { $0.contains(first.value) } ? 2 : 1
    }

    /// The beginning of a text that has room, with an ellipsis if something is left out.
    package static func cut(_ text: String, to columns: Int) -> String {
        guard columns > 0 else { return "" }
        // A text of as many bytes as columns is not wider than that.
        guard text.utf8.count > columns, of(text) > columns else { return text }
        var (result, width) = ("", 1)
        for character in text {
            width += of(character)
            if width > columns { break }
            result.append(character)
        }
        return result + "…"
    }

    /// The text cut or filled up with blanks.
    package static func padded(_ text: String, to columns: Int) -> String {
        let text = cut(text, to: columns)
        return text + String(repeating: " ", count: max(0, columns - of(text)))
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: true
        default: false
        }
    }

    /// Unicode's wide and full-width characters (UAX 11), in the blocks where terminals agree.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x231A...0x231B, 0x23E9...0x23EC, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
        0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
        0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
    ]
}

extension StyledText {
    /// The line cut or filled up with blanks.
    package func fitted(to columns: Int) -> StyledText {
        var (result, rest) = (StyledText(), columns)
        for run in runs where rest > 0 {
            let text = CellWidth.cut(run.text, to: rest)
            result.append(text, run.color)
            rest -= CellWidth.of(text)
            if text != run.text { break }
        }
        result.append(String(repeating: " ", count: max(0, rest)))
        return result
    }

    /// The same text in one style.
    package func styled(_ color: TerminalColor) -> StyledText { StyledText(plain, color) }
}
