// SPDX-License-Identifier: Apache-2.0

/// Looks in `/proc` for the program that a window's process runs, and for a terminal.
///
/// A terminal emulator, or a child process that serves it, holds the master of a pseudo-terminal: an open `/dev/ptmx`.
/// This also holds for one process with many windows (gnome-terminal-server, konsole, `foot --server`).
package struct ProcessInspector: Sendable {
    /// The bounds of one inspection. Beyond them it is unknown whether the app is a terminal. Larger bounds let batond
    /// inspect larger apps, and stop its other work for longer.
    package struct Limits: Sendable {
        package init() {}

        /// The number of processes: the window's own and its descendants. A browser has one for each site.
        package var processes = 256
        /// The number of open files of all these processes together.
        var links = 4096
        /// The processor time for all of it; batond does nothing else meanwhile. One open file takes 1 to 5 µs.
        package var time = Duration.milliseconds(5)
    }

    private let root: String
    private let limits: Limits

    /// - Parameter root: the directory of the kernel's process files.
    package init(root: String = "/proc", limits: Limits = Limits()) {
        self.root = root
        self.limits = limits
    }

    /// Inspects a process and its descendants.
    func inspect(_ process: UInt32) -> ProcessEvidence {
        var walk = ProcessWalk(root: root, limits: limits)
        return walk.inspect(process)
    }

    /// The displays that a process serves itself.
    func displays(of process: UInt32) -> ServedDisplays {
        var walk = ProcessWalk(root: root, limits: limits)
        return walk.displays(of: process)
    }
}

/// What the kernel reports of the process of a window.
struct ProcessEvidence: Sendable, Equatable {
    /// The program's names in lower case: the file name of the executable, and the name in `/proc/PID/comm`.
    var names: [String] = []
    /// Whether it or one of its descendants holds the master of a pseudo-terminal; nil if unknown.
    var holdsTerminal: Bool?
    /// Whether it runs a virtual machine: it has the device of a hypervisor open.
    var runsMachine = false
    /// The displays that it serves itself, so that its window shows the windows of other programs (rule UNDO47).
    var displays = ServedDisplays()
}
