// SPDX-License-Identifier: Apache-2.0

/// An X server without a screen, on the first display that is free.
public enum XServer {
    /// The command line that starts it; see ``display(of:)``.
    public static let command = [
        "Xvfb", "-displayfd", "1", "-screen", "0", "800x600x24", "-nolisten", "tcp", "-noreset",
    ]

    /// The display of a server that was started so, such as ":7"; nil until it listens.
    public static func display(of server: ChildProcess) -> String? {
        // It prints the number once it listens, and complaints about numbers that are taken before it.
        let printed = server.printed
        let number = printed.split(separator: "\n").first { $0.allSatisfy(\.isNumber) }
        guard let number, printed.hasSuffix("\n") else { return nil }
        return ":\(number)"
    }
}
