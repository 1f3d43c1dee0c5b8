// SPDX-License-Identifier: Apache-2.0

/// A command line split into words without a shell.
///
/// Blanks separate; `'…'` and `"…"` keep blanks; a backslash keeps the next character, except within `'…'`. Nothing
/// else has a meaning: no variables, no globs, no `~`.
enum CommandWords {
    /// The words, or nil when a quote is not closed or the text ends in a backslash.
    static func split(_ text: String) -> [String]? {
        var words: [String] = []
        var word: String?
        var quote: Unicode.Scalar?
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if isEscaped {
                word = append(scalar, to: word)
                isEscaped = false
            } else if scalar == "\\", quote != "'" {
                word = word ?? ""
                isEscaped = true
            } else if let open = quote {
                if scalar == open { quote = nil } else { word = append(scalar, to: word) }
            } else if scalar == "'" || scalar == "\"" {
                quote = scalar
                word = word ?? ""
            } else if scalar == " " || scalar == "\t" {
                if let word { words.append(word) }
                word = nil
            } else {
                word = append(scalar, to: word)
            }
        }
        if let word { words.append(word) }
        return quote == nil && !isEscaped ? words : nil
    }

    /// The words as a text that ``split(_:)`` reads back.
    static func join(_ words: [String]) -> String {
        words.map { word in
            let isPlain = !word.isEmpty && !word.unicodeScalars.contains { " \t'\"\\;#".unicodeScalars.contains($0) }
            if isPlain { return word }
            var quoted = "\""
            for scalar in word.unicodeScalars {
                if scalar == "\"" || scalar == "\\" { quoted += "\\" }
                quoted.unicodeScalars.append(scalar)
            }
            return quoted + "\""
        }.joined(separator: " ")
    }

    private static func append(_ scalar: Unicode.Scalar, to word: String?) -> String {
        var word = word ?? ""
        word.unicodeScalars.append(scalar)
        return word
    }
}
