// SPDX-License-Identifier: Apache-2.0

extension Unicode.Scalar {
    /// Whether it is a control character (C0, DEL or C1): a terminal obeys it instead of showing it.
    package var isControl: Bool {
        switch value {
        case 0...0x1F, 0x7F...0x9F: true
        default: false
        }
    }

    /// Whether it changes the direction in which the text around it is shown, unseen: marks, embeddings, overrides and
    /// isolates. With one of them a line can read as another.
    package var turnsText: Bool {
        switch value {
        case 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// Whether it is a line or paragraph separator of Unicode's (U+2028, U+2029).
    package var separatesLines: Bool { value == 0x2028 || value == 0x2029 }
}

extension String {
    /// The text without what a reader would obey instead of showing it, for text from outside.
    ///
    /// Controls that are white space (among them CR, NEL) become spaces, other controls become U+FFFD.
    ///
    /// - Parameters:
    ///   - keepsLines: whether LF and tab stay. Where a line is a record they must not: text could forge a record.
    ///   - keepsDirections: whether what ``Unicode/Scalar/turnsText`` stays, and U+2028 and U+2029: for a program that
    ///     reads the text. Left out, or a space, where a person reads it.
    package func shown(keepsLines: Bool = false, keepsDirections: Bool = false) -> String {
        // Most text is plain, and is itself.
        if utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return self }
        var result = UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar {
            case "\n" where keepsLines, "\t" where keepsLines: result.append(scalar)
            case "\t"..."\r", "\u{85}": result.append(" ")
            case _ where scalar.isControl: result.append("\u{FFFD}")
            case _ where scalar.turnsText && !keepsDirections: break
            case _ where scalar.separatesLines && !keepsDirections: result.append(" ")
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}
