// SPDX-License-Identifier: Apache-2.0

/// An advice for people: a sentence, a command, or a sentence that ends in a command after a colon.
package struct Advice: Hashable, Sendable {
    /// What is said before the command; empty for a command alone.
    package let sentence: String
    /// The command to type; nil if there is none.
    package let command: String?

    /// Divides an advice before its command.
    package init(_ text: String) {
        if Self.isCommand(text) {
            (sentence, command) = ("", text)
            return
        }
        guard let colon = text.places(of: ": ").last, Self.isCommand(String(text[colon.upperBound...])) else {
            (sentence, command) = (text, nil)
            return
        }
        (sentence, command) = (String(text[..<colon.lowerBound]) + ":", String(text[colon.upperBound...]))
    }

    private static let programs = [
        "batonctl", "systemctl", "journalctl", "gsettings", "sudo", "kill", "make", "ls", "adduser",
    ]

    /// Whether a text is a command: it begins with a path, or with a program that an advice of Baton's names.
    package static func isCommand(_ text: String) -> Bool {
        text.hasPrefix("/") || programs.contains { text.hasPrefix($0 + " ") }
    }
}
