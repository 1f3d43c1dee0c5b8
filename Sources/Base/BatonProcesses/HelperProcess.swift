// SPDX-License-Identifier: Apache-2.0

import BatonValues
import CLinux
import Glibc
public import SystemPackage

/// Starts and ends a helper program of batond's. A helper is started with its link to batond as descriptor 3.
///
/// For example:
/// ```swift
/// let reactor = try Reactor()
/// let channel = HelperProcess.takeChannel("baton-keys", instead: "batonctl doctor")
/// let link = try MessageSocket(channel, reactor: reactor, received: { bytes, _ in print(bytes) }, closed: reactor.stop)
/// try reactor.run()
/// ```
public enum HelperProcess {
    /// Takes over the link to batond.
    ///
    /// A helper that was started by hand has no link. It says so and exits with the status 64 (EX_USAGE).
    ///
    /// - Parameters:
    ///   - name: the program's.
    ///   - instead: a command that the user may have wanted to run.
    public static func takeChannel(_ name: String, instead: String) -> FileDescriptor {
        signal(SIGPIPE, SIG_IGN)
        let channel = FileDescriptor(rawValue: Subprocess.channelNumber)
        var information = stat()
        guard CommandLine.arguments.count == 1, fstat(channel.rawValue, &information) == 0,
            information.st_mode & S_IFMT == S_IFSOCK
        else { fail(EX_USAGE, "\(name) is started by batond, not by hand; try '\(instead)'") }
        // The terminal sends Ctrl-C to batond too, which then ends its helpers.
        signal(SIGINT, SIG_IGN)
        return channel
    }

    /// Writes the reason to standard error, which is batond's and may be the journal, and exits.
    public static func fail(_ status: Int32, _ text: String) -> Never {
        _ = try? FileDescriptor.standardError.writeAll("\(text.shown())\n".utf8)
        exit(status)
    }
}
