// SPDX-License-Identifier: Apache-2.0

/// What the kernel tells of the process of a window.
struct ProcessEvidence: Sendable, Equatable {
    /// Its program's names in lower case: the file of its executable, and its name in `/proc/PID/comm`.
    var names: [String] = []
    /// Whether it or one of its descendants holds the master of a pseudo-terminal; nil when that cannot be told.
    var holdsTerminal: Bool?
}
