// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The programs that get pictures for batond.
package struct ArtPrograms {
    private let fetcher: String?
    private let looker: String?

    /// - Parameters:
    ///   - fetcher: the path of `baton-art`; nil if it is not installed.
    ///   - looker: the path of batond; nil if no process must be looked at.
    package init(fetcher: String?, looker: String?) {
        self.fetcher = fetcher
        self.looker = looker
    }

    /// Fetches the picture of an `https:` URL; nil if that cannot be.
    ///
    /// - Parameter environment: batond's own. If it runs as a unit of systemd, the program runs outside of it, because the unit
    ///   has no network.
    func fetching(_ url: String, _ environment: [String: String]) -> ArtTask? {
        guard let fetcher, Self.isFetchable(url) else { return nil }
        var command = [fetcher, url]
        if environment["SYSTEMD_EXEC_PID"] == "\(getpid())" {
            let limits = ["RuntimeMaxSec=9", "NoNewPrivileges=yes", "TasksMax=16", "MemoryMax=64M", "UMask=0077"]
            command =
                ["systemd-run", "--user", "--wait", "--collect", "--quiet"] + limits.flatMap { ["-p", $0] }
                + ["--"] + command
        }
        // `baton-art` gives up after two seconds for the name and five for the picture.
        return ArtTask(
            name: ArtTask.name(url), command: command, copies: true, statusOfCopy: 0, statusOfSame: nil,
            gap: .seconds(1),
            deadline: .seconds(9), patience: Self.patience)
    }

    /// Looks for a file by the rights of a process; nil if that cannot be.
    ///
    /// - Parameter copies: whether a picture that is not too large is copied.
    func looking(_ process: UInt32, _ path: String, copies: Bool) -> ArtTask? {
        guard let looker else { return nil }
        return ArtTask(
            name: ArtTask.name("\(process) \(path)"), command: [looker, SandboxedPicture.option, "\(process)", path],
            copies: copies, statusOfCopy: SandboxedPicture.Finding.copied.rawValue,
            statusOfSame: SandboxedPicture.Finding.same.rawValue, gap: .zero, deadline: .seconds(2),
            patience: .seconds(10))
    }

    /// When a picture of a URL that could not be had is tried again.
    static let patience = Duration.seconds(600)
    /// The longest URL that is fetched, in bytes.
    static let longestURL = 2048

    /// Whether a URL has only characters that mean the same to a shell's argument and to systemd.
    static func isFetchable(_ url: String) -> Bool {
        url.utf8.count <= longestURL
            && url.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"$\\\"<>^`{|}".utf8.contains($0) }
    }
}

/// A picture that a program is to get.
struct ArtTask {
    /// The picture's name.
    let name: String
    /// The program with its arguments. The file to write is added.
    let command: [String]
    /// Whether the program may write a file.
    let copies: Bool
    /// The exit status after a file was written.
    let statusOfCopy: Int32
    /// The exit status that allows the player's own URL to be shown; nil if no status does.
    let statusOfSame: Int32?
    /// The least time since the program before was started: a player that changes its picture all the time must not flood a
    /// server.
    let gap: Duration
    /// When the program is killed.
    let deadline: Duration
    /// When a picture that could not be had is tried again.
    let patience: Duration

    /// The name of a picture's file. Hashed with the process's secret, so that no player can make two URLs meet.
    static func name(_ url: String) -> String {
        (0..<2).map { part in
            var hasher = Hasher()
            hasher.combine(part)
            hasher.combine(url)
            let digits = String(UInt(bitPattern: hasher.finalize()), radix: 16)
            return String(repeating: "0", count: 16 - digits.utf8.count) + digits
        }.joined()
    }
}
