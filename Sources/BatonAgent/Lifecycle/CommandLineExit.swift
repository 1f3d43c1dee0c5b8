// SPDX-License-Identifier: Apache-2.0

/// The end of a process that had nothing to serve.
struct CommandLineExit: Error, Equatable {
    /// The exit status, as in sysexits(3).
    enum Status: Int32, Sendable {
        /// All is well.
        case success = 0
        /// The command line is wrong (EX_USAGE).
        case usage = 64
        /// There is no bus (EX_UNAVAILABLE).
        case unavailable = 69
        /// The configuration is wrong (EX_CONFIG).
        case configuration = 78
    }

    /// The exit status.
    let status: Status
    /// What to print to standard output, with its line ends.
    var output = ""
    /// What to print to standard error, with its line ends.
    var errorOutput = ""
}
