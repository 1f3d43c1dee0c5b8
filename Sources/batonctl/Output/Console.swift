// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemPackage

/// Standard output and standard error, unbuffered: a line is out when the call returns.
enum Console {
    /// Writes a line to standard output.
    ///
    /// When nobody reads any more the process ends at once with ``ExitStatus/failure``, as it would by SIGPIPE.
    static func print(_ line: String) {
        do {
            try FileDescriptor.standardOutput.writeAll((line + "\n").utf8)
        } catch {
            exit(ExitStatus.failure.rawValue)
        }
    }

    /// Writes a line to standard error; that it cannot be written is no reason to stop.
    static func complain(_ line: String) {
        _ = try? FileDescriptor.standardError.writeAll((line + "\n").utf8)
    }
}
