// SPDX-License-Identifier: Apache-2.0

import BatonDBus

@testable import BatonMPRIS

/// Records the calls of a registry's handlers, as short lines in order.
final class RegistryLog {
    private(set) var lines: [String] = []
    private(set) var problems: [PlayerProblem] = []
    private(set) var signals: [PlayerSignal] = []

    init(_ registry: PlayerRegistry) {
        registry.onAppear = { [weak self] in self?.lines.append("+\(Self.short($0))") }
        registry.onAnswer = { [weak self] in self?.lines.append("\($0.isAnswered ? "=" : "?")\(Self.short($0))") }
        registry.onVanish = { [weak self] player, heir in
            self?.lines.append("-\(Self.short(player))\(heir.map { ">" + Self.short($0) } ?? "")")
        }
        registry.onOwnerReplaced = { [weak self] player, _, _ in self?.lines.append("/\(Self.short(player))") }
        registry.onChange = { [weak self] player, update in
            guard let self else { return }
            for property in update.changed { lines.append("\(Self.short(player)).\(property.name)") }
            for property in update.removed { lines.append("\(Self.short(player)).!\(property.name)") }
        }
        registry.onSignal = { [weak self] player, signal in
            guard let self else { return }
            lines.append("\(Self.short(player))!\(signal.member)")
            signals.append(signal)
        }
        registry.onProblem = { [weak self] _, problem in self?.problems.append(problem) }
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
