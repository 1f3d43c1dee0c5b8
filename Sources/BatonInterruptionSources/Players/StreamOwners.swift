// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import BatonReactor
import BatonRouting
import BatonSettings

/// Which streams belong to which players (rule I22). What a process is, is looked at when its stream appears: at its end the
/// process may have left.
@MainActor
final class StreamOwners {
    /// A process and where it comes from.
    private struct Lineage {
        /// The process and its ancestors.
        var processes: Set<UInt32> = []
        /// The unit of the application; empty if it has none of its own.
        var scope = ""
    }

    private static let mostSteps = 100
    private static let longestInfo = 16 << 10

    private var lineages: [UInt32: Lineage] = [:]

    /// How many processes are remembered.
    var count: Int { lineages.count }

    /// Looks at the process of a stream that has appeared.
    func note(_ stream: AudioStream) {
        guard let process = stream.process, stream.sandboxedApp.isEmpty, lineages[process] == nil else { return }
        // More processes than that do not play at a time.
        if lineages.count >= 1024 { lineages = [:] }
        lineages[process] = Self.lineage(of: process)
    }

    /// Forgets processes without a stream.
    func keepOnly(_ processes: [UInt32?]) {
        let present = Set(processes.compactMap(\.self))
        lineages = lineages.filter { present.contains($0.key) }
    }

    /// Whether a stream belongs to a player.
    ///
    /// - Parameter process: the player's.
    func belongs(_ stream: AudioStream, to process: UInt32?, _ rule: Configuration.PlayerRule) -> Bool {
        if let glob = rule.streamPattern {
            return glob.matches(stream.application) || glob.matches(stream.program)
        }
        guard let process else { return false }
        if !stream.sandboxedApp.isEmpty { return Self.sandboxedApp(of: process) == stream.sandboxedApp }
        guard let number = stream.process else { return false }
        let lineage = lineages[number] ?? Self.lineage(of: number)
        if lineage.processes.contains(process) { return true }
        return !lineage.scope.isEmpty && Self.scope(of: process) == lineage.scope
    }

    // MARK: Processes

    private static func lineage(of process: UInt32) -> Lineage {
        var lineage = Lineage(processes: [process], scope: scope(of: process))
        var present = process
        for _ in 0..<mostSteps {
            guard let parent = ProcessFiles(of: present)?.parent, parent > 1,
                lineage.processes.insert(parent).inserted
            else { break }
            present = parent
        }
        return lineage
    }

    /// The scope of its application; empty if it has none of its own.
    private static func scope(of process: UInt32) -> String { ProcessFiles(of: process)?.applicationScope ?? "" }

    /// The identifier of a Flatpak's application; nil outside of one.
    private static func sandboxedApp(of process: UInt32) -> String? {
        guard let bytes = ProcessFiles(of: process)?.bytes(of: "root/.flatpak-info", most: longestInfo) else {
            return nil
        }
        for line in bytes.split(separator: UInt8(ascii: "\n")) where line.starts(with: "name=".utf8) {
            return String(decoding: line.dropFirst(5), as: UTF8.self)
        }
        return nil
    }
}
