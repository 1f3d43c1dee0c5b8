// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The terminal of a command that reads single keys and draws the whole screen. What the terminal was before comes back
/// with
/// ``leave()``.
final class KeyTerminal {
    /// The attributes from before; nil while the terminal is not taken.
    private var former: termios?

    deinit { leave() }

    /// Takes the terminal. If it is taken already, it is taken anew: a shell may have changed it while this process was
    /// stopped.
    func enter() {
        var present = termios()
        guard tcgetattr(STDIN_FILENO, &present) == 0 else { return }
        let isNew = former == nil
        if isNew { former = present }
        // Keys come at once and are not shown. Ctrl-C and Ctrl-Z stay signals, which a program without keys gets too.
        present.c_lflag &= ~tcflag_t(ICANON | ECHO)
        set(&present)
        if isNew { Console.enterScreen(cuts: true) }
    }

    /// Gives the terminal back as it was.
    func leave() {
        guard var former else { return }
        self.former = nil
        Console.leaveScreen()
        set(&former)
    }

    private func set(_ attributes: inout termios) {
        while tcsetattr(STDIN_FILENO, TCSANOW, &attributes) != 0, errno == EINTR {}
    }
}
