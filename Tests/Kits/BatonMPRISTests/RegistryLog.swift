// SPDX-License-Identifier: Apache-2.0

import BatonDBus

@testable import BatonMPRIS

/// Records what a registry tells, as short lines in order.
final class RegistryLog {
    private(set) var lines: [String] = []
    private(set) var problems: [PlayerProblem] = []
    private(set) var signals: [PlayerSignal] = []
    private var observation: PlayerRegistry.Observation?

    init(_ registry: PlayerRegistry) {
        observation = registry.observe { [weak self] in self?.note($0) }
    }

    private func note(_ change: PlayerRegistry.Change) {
        switch change {
        case .appeared(let player): lines.append("+\(Self.short(player))")
        case .answered(let player): lines.append("\(player.isAnswered ? "=" : "?")\(Self.short(player))")
        case .vanished(let player, let heir):
            lines.append("-\(Self.short(player))\(heir.map { ">" + Self.short($0) } ?? "")")
        case .ownerReplaced(let player, _, _): lines.append("/\(Self.short(player))")
        case .changed(let player, let update):
            for property in update.changed { lines.append("\(Self.short(player)).\(property.name)") }
            for property in update.removed { lines.append("\(Self.short(player)).!\(property.name)") }
        case .signalled(let player, let signal):
            lines.append("\(Self.short(player))!\(signal.member)")
            signals.append(signal)
        case .problem(_, let problem): problems.append(problem)
        case .suspicion, .full, .settled: break
        }
    }

    /// The lines since the last call.
    func take() -> [String] {
        defer { lines = [] }
        return lines
    }

    static func short(_ player: Player) -> String {
        String(player.name.rawValue.dropFirst(PlayerInterface.namePrefix.utf8.count + 1))
    }
}
