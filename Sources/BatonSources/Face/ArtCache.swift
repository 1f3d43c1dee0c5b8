// SPDX-License-Identifier: Apache-2.0

package import BatonReactor
package import BatonSettings
import Glibc
import SystemPackage

/// Keeps the pictures of `https:` and `data:` URLs as files, for clients of the face that open files only (rules MPRIS47
/// to MPRIS49). Off by default.
///
/// batond has no network: a program of its own, `baton-art`, fetches, one picture at a time. Pictures of an earlier run
/// are removed at the start.
///
/// | state of a URL | event | what is done | next state |
/// |---|---|---|---|
/// | unknown | a client reads it, `data:` | it is decoded and written | cached, refused |
/// | unknown | a client reads it, `https:` | it waits for its turn; a later one takes its place | waiting |
/// | waiting | no other is fetched, a second after the last start | `baton-art` is started | fetched |
/// | fetched | `baton-art` ends, or its time is over and it is killed | the clients are told of a file | cached, refused |
/// | refused | a client reads it ten minutes later | | as unknown |
/// | cached, refused | 32 others were used since | the file is removed | unknown |
@MainActor
package final class ArtCache: AgentPart {
    /// The most pictures that are kept.
    static let mostPictures = 32
    /// The longest URL that is fetched, in bytes.
    static let longestURL = 2048
    /// When a fetch is killed. `baton-art` gives up after two seconds for the name and five for the picture.
    private static let deadline = Duration.seconds(9)
    /// The least time between two fetches: a player that changes its picture all the time must not flood a server.
    private static let gap = Duration.seconds(1)
    /// When a picture that could not be had is tried again.
    private static let patience = Duration.seconds(600)

    /// Called when a picture can be handed out that could not before.
    package var onReady: (() -> Void)?

    private let folder: ArtFolder?
    private let program: String?
    private let environment: [String: String]
    private let reactor: Reactor
    private var isOn = false
    private var isMade = false
    /// The pictures by their use, the last used one last. One that could not be had has a time.
    private var pictures: [(name: String, refused: Duration?)] = []
    private var wanted: (name: String, url: String)?
    private var fetch: (name: String, process: Subprocess)?
    private var lastStart: Duration?
    private var timer: ReactorTimer?

    /// - Parameters:
    ///   - directory: `$XDG_CACHE_HOME/baton`; with nil nothing is cached.
    ///   - program: the path of `baton-art`; nil if it is not installed.
    ///   - environment: batond's own.
    package init(directory: String?, program: String?, environment: [String: String], reactor: Reactor) {
        folder = directory.map { ArtFolder(path: "\($0)/art") }
        self.program = program
        self.environment = environment
        self.reactor = reactor
    }

    package func apply(_ configuration: Configuration) {
        isOn = configuration.mpris.artCache
        if !isOn { forget() }
    }

    package func close() { forget() }

    /// The URL of the file with a picture; nil if it is not cached, or not yet.
    ///
    /// - Parameter url: what the player names; of any length.
    package func file(for url: String) -> String? {
        guard isOn, let folder, url.hasPrefix("https://") || url.hasPrefix("data:"), makeFolder(folder) else {
            return nil
        }
        let name = Self.name(url)
        if let index = pictures.firstIndex(where: { $0.name == name }) {
            let picture = pictures.remove(at: index)
            let isDue = picture.refused.map { reactor.now - $0 >= Self.patience } ?? false
            if !isDue {
                pictures.append(picture)
                return picture.refused == nil ? folder.url(name) : nil
            }
        }
        if url.hasPrefix("data:") {
            let isWritten = ArtData.picture(url).map { folder.write($0, name) } ?? false
            add(name, isFile: isWritten, folder)
            return isWritten ? folder.url(name) : nil
        }
        if fetch?.name != name, program != nil, Self.isFetchable(url) {
            wanted = (name, url)
            fetchNext()
        }
        return nil
    }

    /// Whether a URL has only characters that mean the same to a shell's argument and to systemd.
    static func isFetchable(_ url: String) -> Bool {
        url.utf8.count <= longestURL
            && url.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"$\\\"<>^`{|}".utf8.contains($0) }
    }

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

    // MARK: Fetching

    private func fetchNext() {
        guard fetch == nil, timer == nil, let next = wanted, let folder, let program else { return }
        let due = lastStart.map { $0 + Self.gap } ?? reactor.now
        guard due <= reactor.now else {
            timer = reactor.schedule(at: due) { [weak self] in
                self?.timer = nil
                self?.fetchNext()
            }
            return
        }
        wanted = nil
        lastStart = reactor.now
        let command = command(program, next.url, folder.file(next.name))
        do throws(Errno) {
            let process = try Subprocess(command, environment: environment, reactor: reactor) { [weak self] exit in
                self?.fetched(next.name, exit)
            }
            fetch = (next.name, process)
            timer = reactor.schedule(after: Self.deadline, tolerance: .seconds(1)) { [weak self] in
                self?.timer = nil
                self?.fetch?.process.send(.kill)
            }
        } catch {
            add(next.name, isFile: false, folder)
        }
    }

    /// The command, outside of batond's unit if it runs as one: the unit has no network.
    private func command(_ program: String, _ url: String, _ file: String) -> [String] {
        guard environment["SYSTEMD_EXEC_PID"] == "\(getpid())" else { return [program, url, file] }
        let limits = ["RuntimeMaxSec=9", "NoNewPrivileges=yes", "TasksMax=16", "MemoryMax=64M", "UMask=0077"]
        return ["systemd-run", "--user", "--wait", "--collect", "--quiet"] + limits.flatMap { ["-p", $0] }
            + ["--", program, url, file]
    }

    private func fetched(_ name: String, _ exit: Subprocess.Exit) {
        timer?.cancel()
        timer = nil
        guard fetch?.name == name, let folder else { return }
        fetch = nil
        let isFile = exit == .status(0) && folder.has(name)
        add(name, isFile: isFile, folder)
        if isFile { onReady?() }
        fetchNext()
    }

    // MARK: What is kept

    private func add(_ name: String, isFile: Bool, _ folder: ArtFolder) {
        if !isFile { folder.remove(name) }
        pictures.append((name, isFile ? nil : reactor.now))
        while pictures.count > Self.mostPictures { folder.remove(pictures.removeFirst().name) }
    }

    private func makeFolder(_ folder: ArtFolder) -> Bool {
        guard !isMade else { return true }
        isMade = folder.make()
        if isMade { folder.empty() }
        return isMade
    }

    private func forget() {
        timer?.cancel()
        timer = nil
        wanted = nil
        // Released, it is killed.
        fetch = nil
        pictures = []
        if isMade { folder?.empty() }
        isMade = false
    }
}
