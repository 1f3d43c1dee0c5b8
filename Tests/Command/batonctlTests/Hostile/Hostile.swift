// SPDX-License-Identifier: Apache-2.0

import BatonDrawing
import Testing

@testable import batonctl

/// Text that a terminal would act on, and the search for the rest of it in batonctl's output.
enum Hostile {
    /// Every control character that a D-Bus string may have, escape sequences, and characters that reverse text.
    static let text: String = {
        let values: [UInt32] =
            Array(1...0x1F) + Array(0x7F...0x9F) + [0x061C, 0x200E, 0x200F, 0x2028, 0x2029]
            + Array(0x202A...0x202E) + Array(0x2066...0x2069)
        let scalars = String(String.UnicodeScalarView(values.compactMap(Unicode.Scalar.init)))
        return "évil\u{1b}[31m\u{1b}]0;title\u{7}\u{9b}2J\r\n<&\"'>" + scalars + "end"
    }()

    /// The screen sequences that batonctl itself writes, besides the colors.
    private static let screen =
        [
            "\u{1b}[?1049h", "\u{1b}[?1049l", "\u{1b}[?25l", "\u{1b}[?25h", "\u{1b}[?2026h", "\u{1b}[?2026l",
            "\u{1b}[H",
            "\u{1b}[K", "\u{1b}[J", "\u{1b}[?7h", "\u{1b}[?7l", "\u{1b}[2J", "\u{1b}[2K",
        ] + (1...60).map { "\u{1b}[\($0);1H" }
    private static let colors: [TerminalColor] = [
        .plain, .strong, .dim, .red, .green, .yellow, .blue, .magenta, .cyan,
    ]

    /// The code points in a text that a terminal would act on, without the sequences that batonctl itself writes.
    ///
    /// - Parameters:
    ///   - isTerminal: Whether the output was a terminal, which adds a CR to each line end.
    ///   - isJSON: Whether characters that reverse text count too, as they are always escaped in JSON.
    static func residue(_ output: String, isTerminal: Bool, isJSON: Bool = false) -> [String] {
        var output = output
        if isTerminal {
            for own in colors.map(\.sequence) + screen { output = output.replacing(own, with: "") }
        }
        var found: Set<String> = []
        var returns = 0
        for scalar in output.unicodeScalars {
            defer { returns = isTerminal && scalar == "\r" ? returns + 1 : 0 }
            let value = scalar.value
            let isControl = value < 0x20 && scalar != "\n" && scalar != "\t" || (0x7F...0x9F).contains(value)
            let turns =
                [0x061C, 0x200E, 0x200F].contains(value) || (0x202A...0x202E).contains(value)
                || (0x2066...0x2069).contains(value) || value == 0x2028 || value == 0x2029
            if scalar == "\n" || isTerminal && scalar == "\r" { continue }
            // The terminal adds a CR before a line end.
            if returns > 0 { found.insert("U+D") }
            if isControl || turns && (isTerminal || isJSON) {
                found.insert("U+\(String(value, radix: 16, uppercase: true))")
            }
        }
        return found.sorted()
    }
}
