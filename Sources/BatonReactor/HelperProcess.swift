// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc
public import SystemPackage

/// The beginning and the end of a helper program of batond's: one that is started with its link as descriptor 3.
public enum HelperProcess {
    /// Takes the link that batond gave.
    ///
    /// A helper that was started by hand has none: it says so and ends with 64 (EX_USAGE).
    ///
    /// - Parameters:
    ///   - name: the program's.
    ///   - instead: what a person may have wanted: a command line.
    public static func takeChannel(_ name: String, instead: String) -> FileDescriptor {
        signal(SIGPIPE, SIG_IGN)
        let channel = FileDescriptor(rawValue: Subprocess.channelNumber)
        var information = stat()
        guard CommandLine.arguments.count == 1, fstat(channel.rawValue, &information) == 0,
            information.st_mode & S_IFMT == S_IFSOCK
        else { fail(EX_USAGE, "\(name) is started by batond, not by hand; try '\(instead)'") }
        // The terminal's Ctrl-C goes to batond as well, and is its to answer.
        signal(SIGINT, SIG_IGN)
        return channel
    }

    /// Says why it cannot go on, on standard error, which is batond's and may be the journal, and ends.
    public static func fail(_ status: Int32, _ text: String) -> Never {
        _ = try? FileDescriptor.standardError.writeAll("\(text.shown())\n".utf8)
        exit(status)
    }
}
