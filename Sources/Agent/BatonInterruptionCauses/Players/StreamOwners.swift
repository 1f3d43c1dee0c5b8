// SPDX-License-Identifier: Apache-2.0

package import BatonInterruptions
import BatonProcesses
import BatonReactor
package import BatonSettings

/// Which streams belong to which players (rule I22). What a process is, is looked at when its stream appears: at its end the
/// process may have left.
@MainActor
package final class StreamOwners {
    /// What a stream says of its process.
    private struct Claim: Hashable {
        let process: UInt32
        let program: String
    }

    /// A process and where it comes from.
    private struct Lineage {
        /// The process and its ancestors.
        var processes: Set<UInt32> = []
        /// The unit of the application; empty if it has none of its own.
        var scope = ""
        /// The identifier of the Flatpak; empty outside of one, and if the sound server says it.
        var sandboxedApp = ""
    }

    private static let mostSteps = 100
    private static let longestInfo = 16 << 10
    /// The kernel's longest name of a process.
    private static let longestCommand = 15
    /// More processes than that do not play at a time.
    private static let mostClaims = 1024

    private let root: String
    private let now: () -> Duration
    private var sandboxes: SandboxedNumbers
    private var lineages: [Claim: [Lineage]] = [:]

    /// - Parameters:
    ///   - root: where procfs is mounted; tests pass their own.
    ///   - now: the time.
    package init(root: String = "/proc", now: @escaping () -> Duration) {
        self.root = root
        self.now = now
        sandboxes = SandboxedNumbers(root: root)
    }

    /// How many processes are remembered.
    package var count: Int { lineages.count }

    /// Looks at the process of a stream that has appeared.
    package func note(_ stream: AudioStream) {
        guard let claim = Self.claim(of: stream), lineages[claim] == nil else { return }
        if lineages.count >= Self.mostClaims { lineages = [:] }
        lineages[claim] = find(claim)
    }

    /// Forgets processes without a stream.
    package func keepOnly(_ streams: [AudioStream]) {
        let present = Set(streams.compactMap { Self.claim(of: $0) })
        lineages = lineages.filter { present.contains($0.key) }
    }

    /// Whether a stream belongs to a player.
    ///
    /// - Parameter process: the player's.
    package func belongs(_ stream: AudioStream, to process: UInt32?, _ rule: Configuration.PlayerRule) -> Bool {
        if let glob = rule.streamPattern {
            return glob.matches(stream.application) || glob.matches(stream.program)
        }
        guard let process else { return false }
        if !stream.sandboxedApp.isEmpty { return sandboxedApp(of: process) == stream.sandboxedApp }
        guard let claim = Self.claim(of: stream) else { return false }
        return (lineages[claim] ?? find(claim)).contains { lineage in
            lineage.processes.contains(process)
                || !lineage.scope.isEmpty && scope(of: process) == lineage.scope
                || !lineage.sandboxedApp.isEmpty && sandboxedApp(of: process) == lineage.sandboxedApp
        }
    }

    // MARK: Processes

    private static func claim(of stream: AudioStream) -> Claim? {
        guard stream.sandboxedApp.isEmpty else { return nil }
        return stream.process.map { Claim(process: $0, program: stream.program) }
    }

    /// What a process is that a stream says it is of. In a sandbox with numbers of its own that is one of those that have the
    /// number there, and run the program; the process that has it outside is another one (rule I120).
    private func find(_ claim: Claim) -> [Lineage] {
        let files = ProcessFiles(of: claim.process, root: root)
        if let files, SandboxedNumbers.inside(files) == nil, Self.runs(claim.program, files) {
            return [lineage(of: claim.process)]
        }
        let inside = sandboxes.outside(claim.process, at: now()).filter { process in
            ProcessFiles(of: process, root: root).map { Self.runs(claim.program, $0) } ?? false
        }
        if inside.isEmpty { return [lineage(of: claim.process)] }
        return inside.map { process in
            var lineage = lineage(of: process)
            lineage.sandboxedApp = sandboxedApp(of: process) ?? ""
            return lineage
        }
    }

    /// Whether a process runs a program, by the name of its file or its own.
    private static func runs(_ program: String, _ files: ProcessFiles) -> Bool {
        let file = files.executable?.split(separator: UInt8(ascii: "/")).last.map {
            String(decoding: $0, as: UTF8.self)
        }
        if program.isEmpty { return file != nil }
        return file == program || files.command == String(decoding: program.utf8.prefix(longestCommand), as: UTF8.self)
    }

    private func lineage(of process: UInt32) -> Lineage {
        var lineage = Lineage(processes: [process], scope: scope(of: process))
        var present = process
        for _ in 0..<Self.mostSteps {
            guard let parent = ProcessFiles(of: present, root: root)?.parent, parent > 1,
                lineage.processes.insert(parent).inserted
            else { break }
            present = parent
        }
        return lineage
    }

    /// The scope of its application; empty if it has none of its own.
    private func scope(of process: UInt32) -> String {
        ProcessFiles(of: process, root: root)?.applicationScope ?? ""
    }

    /// The identifier of a Flatpak's application; nil outside of one.
    private func sandboxedApp(of process: UInt32) -> String? {
        let files = ProcessFiles(of: process, root: root)
        guard let bytes = files?.bytes(of: "root/.flatpak-info", most: Self.longestInfo) else { return nil }
        for line in bytes.split(separator: UInt8(ascii: "\n")) where line.starts(with: "name=".utf8) {
            return String(decoding: line.dropFirst(5), as: UTF8.self)
        }
        return nil
    }
}
