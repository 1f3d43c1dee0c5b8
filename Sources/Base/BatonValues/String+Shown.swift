// SPDX-License-Identifier: Apache-2.0

extension Unicode.Scalar {
    /// Whether it is a control character (C0, DEL or C1). A terminal executes it instead of showing it.
    package var isControl: Bool {
        switch value {
        case 0...0x1F, 0x7F...0x9F: true
        default: false
        }
    }

    /// Whether it is an invisible character that changes the direction of the text around it: a mark, an embedding, an
    /// override or an isolate. Such a character can make a line look like another one.
    package var turnsText: Bool {
        switch value {
        case 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// Whether it is Unicode's line or paragraph separator (U+2028, U+2029).
    package var separatesLines: Bool { value == 0x2028 || value == 0x2029 }

    /// Whether a text with it may look like another one, or do something where it is shown.
    package var misleads: Bool { isControl || turnsText || separatesLines }
}

extension String {
    /// The text without characters that a terminal executes instead of showing them. For text from outside.
    ///
    /// Controls that are white space (among them CR, NEL) become spaces, other controls become U+FFFD.
    ///
    /// - Parameters:
    ///   - keepsLines: whether LF and tab stay. They must not stay where each line is a record, because the text could
    ///     forge a record.
    ///   - keepsDirections: whether characters that change the direction (``Unicode/Scalar/turnsText``), U+2028 and
    ///     U+2029 stay, for text that a program reads. Otherwise the former are left out, and the latter become spaces.
    package func shown(keepsLines: Bool = false, keepsDirections: Bool = false) -> String {
        // Most text is plain ASCII and needs no copy.
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
