// SPDX-License-Identifier: Apache-2.0

import BatonDrawing
import BatonValues
import Glibc
import SystemPackage

/// Standard output and standard error, unbuffered, and the only way to them.
///
/// Text may come from a player, a sensor, a file or an error message of another program. All of it is cleaned here, so
/// that no command can forget to: the only control characters written are line ends and tabs, and a terminal gets no
/// character that reverses the direction of text. Styles are added to text that is already clean (``StyledText``).
enum Console {
    /// Writes a line to standard output; line ends within it become spaces.
    ///
    /// When the reader has closed the pipe, the process ends at once with ``ExitStatus/failure``, as it would by
    /// SIGPIPE.
    static func print(_ line: String) { put(clean(line, isOutput: true) + "\n") }

    /// Writes a line with styles.
    static func print(_ line: StyledText) { put(line.rendered { clean($0, isOutput: true) } + "\n") }

    /// Writes a sentence, at a terminal in lines that it does not have to break within a word.
    static func print(paragraph text: String) {
        for line in folded(text, Terminal.columns) { print(line) }
    }

    /// The lines of a sentence; each begins with the blanks that it begins with.
    private static func folded(_ text: String, _ columns: Int?) -> [String] {
        guard let columns, text.count > columns else { return [text] }
        let indent = String(text.prefix { $0 == " " })
        return WrappedText.lines(text.dropFirst(indent.count), columns: columns, indentedBy: indent.count)
            .map { indent + $0 }
    }

    /// Writes a text of several lines and a line end.
    static func print(block text: String) { put(clean(text, isOutput: true, keepsLines: true) + "\n") }

    /// Writes a line to standard error, at a terminal wrapped as a paragraph; a write error is ignored.
    static func complain(_ line: String) {
        for line in folded(line, Terminal.errorColumns) { complain(raw: clean(line, isOutput: false)) }
    }

    /// Writes a text of several lines to standard error.
    static func complain(block text: String) { complain(raw: clean(text, isOutput: false, keepsLines: true)) }

    /// Writes a part of a file to standard output, for a command whose file is `-`.
    static func write(file text: String) throws {
        try FileDescriptor.standardOutput.writeAll(clean(text, isOutput: true, keepsLines: true).utf8)
    }

    /// Opens what the caller has closed of the three descriptors, so that no other file of this process, such as the connection
    /// to the bus, has its number. Reading from it, or writing to it, fails as it would have.
    static func occupyDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    // MARK: A screen of its own

    /// Switches to the terminal's alternate screen; ``leaveScreen()`` restores the former content.
    ///
    /// - Parameter cuts: whether what is too long for a line is cut at the edge, and does not go on in the next line.
    static func enterScreen(cuts: Bool = false) { draw("\u{1b}[?1049h\u{1b}[?25l" + (cuts ? "\u{1b}[?7l" : "")) }

    /// Switches back from the alternate screen.
    static func leaveScreen() { draw("\u{1b}[0m\u{1b}[?7h\u{1b}[?25h\u{1b}[?1049l") }

    /// Draws the lines at once, without flicker where the terminal supports synchronized updates.
    static func draw(_ lines: [StyledText]) {
        let text = lines.map { $0.rendered { $0.shown() } + "\u{1b}[K" }.joined(separator: "\r\n")
        draw("\u{1b}[?2026h\u{1b}[H" + text + "\u{1b}[J\u{1b}[?2026l")
    }

    /// Draws some rows of the screen, counted from 0, at once.
    ///
    /// - Parameter isWhole: whether the screen is cleared before.
    static func draw(rows: [(row: Int, line: StyledText)], isWhole: Bool) {
        guard isWhole || !rows.isEmpty else { return }
        let text = rows.map { "\u{1b}[\($0.row + 1);1H\u{1b}[2K" + $0.line.rendered { $0.shown() } }.joined()
        draw("\u{1b}[?2026h" + (isWhole ? "\u{1b}[2J" : "") + text + "\u{1b}[?2026l")
    }

    private static func draw(_ text: String) { _ = try? FileDescriptor.standardOutput.writeAll(text.utf8) }

    // MARK: Cleaning

    private static let isOutputTerminal = isatty(STDOUT_FILENO) == 1
    private static let isErrorTerminal = isatty(STDERR_FILENO) == 1

    /// A program that reads the text gets the characters that reverse its direction: they are part of names in some
    /// scripts.
    private static func clean(_ text: String, isOutput: Bool, keepsLines: Bool = false) -> String {
        text.shown(keepsLines: keepsLines, keepsDirections: !(isOutput ? isOutputTerminal : isErrorTerminal))
    }

    private static func put(_ text: String) {
        do {
            try FileDescriptor.standardOutput.writeAll(text.utf8)
        } catch {
            // A reader that has seen enough closes the pipe; anything else the user has to know.
            if error as? Errno != .brokenPipe { complain("Could not write the output: \(error)") }
            exit(ExitStatus.failure.rawValue)
        }
    }

    private static func complain(raw text: String) {
        _ = try? FileDescriptor.standardError.writeAll((text + "\n").utf8)
    }
}
