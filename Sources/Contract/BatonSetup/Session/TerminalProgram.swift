// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Finds a terminal program of the desktop in which a command can be shown.
package enum TerminalProgram {
    /// The programs that are tried, in this order, with the arguments before a command.
    static let known: [[String]] = [
        ["xdg-terminal-exec"], ["x-terminal-emulator", "-e"], ["gnome-terminal", "--"], ["ptyxis", "--"],
        ["kgx", "--"], ["konsole", "-e"], ["xfce4-terminal", "-x"], ["mate-terminal", "-x"], ["foot"],
        ["alacritty", "-e"], ["kitty"], ["xterm", "-e"],
    ]

    /// The command that shows another one in a terminal, and waits for Enter at its end.
    ///
    /// - Returns: nil if no known terminal is in `$PATH`.
    package static func showing(_ words: [String], _ environment: SetupEnvironment) -> [String]? {
        let folders = (environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
        let found = known.first { terminal in folders.contains { access("\($0)/\(terminal[0])", X_OK) == 0 } }
        guard let found else { return nil }
        let command = words.map(SetupEnvironment.quoted).joined(separator: " ")
        return found + ["sh", "-c", "\(command); printf '\\nPress Enter to close.'; read -r line"]
    }

    /// Replaces this process by a program; returns if that fails.
    package static func replaceProcess(_ words: [String]) {
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        execvp(words[0], &arguments)
        for argument in arguments { free(argument) }
    }
}
