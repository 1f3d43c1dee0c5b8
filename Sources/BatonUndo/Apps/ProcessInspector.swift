// SPDX-License-Identifier: Apache-2.0

/// Looks in `/proc` for what the process of a window runs, and whether it is a terminal.
///
/// A terminal emulator holds the master of a pseudo-terminal, or a child that serves it does: an open `/dev/ptmx`. This holds for
/// one process with many windows (gnome-terminal-server, konsole, `foot --server`) as well.
package struct ProcessInspector: Sendable {
    /// How much is looked at. An app with more cannot be told from a terminal.
    package struct Limits: Sendable {
        package init() {}

        /// Processes: the window's own and its descendants. A browser has one for each site.
        package var processes = 256
        /// Open files, of all of them together.
        var links = 4096
        /// Of the processor, for all of it: batond does nothing else meanwhile. One open file takes 1 to 5 µs.
        package var time = Duration.milliseconds(5)
    }

    private let root: String
    private let limits: Limits

    /// - Parameter root: where the kernel's process files are.
    package init(root: String = "/proc", limits: Limits = Limits()) {
        self.root = root
        self.limits = limits
    }

    /// Looks at a process.
    func inspect(_ process: UInt32) -> ProcessEvidence {
        var walk = ProcessWalk(root: root, limits: limits)
        return walk.inspect(process)
    }
}

/// What the kernel tells of the process of a window.
struct ProcessEvidence: Sendable, Equatable {
    /// Its program's names in lower case: the file of its executable, and its name in `/proc/PID/comm`.
    var names: [String] = []
    /// Whether it or one of its descendants holds the master of a pseudo-terminal; nil when that cannot be told.
    var holdsTerminal: Bool?
}
