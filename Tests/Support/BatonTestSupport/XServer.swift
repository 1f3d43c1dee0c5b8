// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// An X server without a screen, on a display that no other server of a test run has had or gets.
///
/// The first free number would be taken over by the next server as soon as one ends, and a test of a server that is gone would
/// then meet the server of another test, which may be one that hangs.
public enum XServer {
    /// The servers that this process has started.
    private static let count = Atomic(0)

    /// The command line that starts another one; see ``display(of:)``.
    public static var command: [String] {
        let started = count.add(1, ordering: .relaxed).newValue
        let number = 1000 * (Int(getpid()) % 100_000 + 1) + started % 1000
        return [
            "Xvfb", ":\(number)", "-displayfd", "1", "-screen", "0", "800x600x24", "-nolisten", "tcp", "-noreset",
        ]
    }

    /// The display of a server that was started so, such as ":7000"; nil until it listens.
    public static func display(of server: ChildProcess) -> String? {
        // It prints the number once it listens.
        let printed = server.printed
        let number = printed.split(separator: "\n").first { $0.allSatisfy(\.isNumber) }
        guard let number, printed.hasSuffix("\n") else { return nil }
        return ":\(number)"
    }
}
