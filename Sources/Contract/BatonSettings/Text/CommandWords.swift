// SPDX-License-Identifier: Apache-2.0

/// Splits a command line into words without a shell.
///
/// Blanks separate words. Blanks within `'…'` and `"…"` belong to the word. A backslash makes the next character part
/// of the word, except within `'…'`. There are no variables, no globs and no `~`.
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

    /// A command line from which ``split(_:)`` returns the same words.
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
