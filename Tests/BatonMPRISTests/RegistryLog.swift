// SPDX-License-Identifier: Apache-2.0

import BatonDBus

@testable import BatonMPRIS

/// What a registry told, as short lines in order.
final class RegistryLog {
    private(set) var lines: [String] = []
    private(set) var problems: [PlayerProblem] = []
    private(set) var signals: [PlayerSignal] = []

    init(_ registry: PlayerRegistry) {
        registry.onAppear = { [unowned self] in lines.append("+\(Self.short($0))") }
        registry.onAnswer = { [unowned self] in lines.append("\($0.isAnswered ? "=" : "?")\(Self.short($0))") }
        registry.onVanish = { [unowned self] in lines.append("-\(Self.short($0))") }
        registry.onOwnerReplaced = { [unowned self] player, _ in lines.append("/\(Self.short(player))") }
        registry.onChange = { [unowned self] player, update in
            for property in update.changed { lines.append("\(Self.short(player)).\(property.name)") }
            for property in update.removed { lines.append("\(Self.short(player)).!\(property.name)") }
        }
        registry.onSignal = { [unowned self] player, signal in
            lines.append("\(Self.short(player))!\(signal.member)")
            signals.append(signal)
        }
        registry.onProblem = { [unowned self] _, problem in problems.append(problem) }
    }

    /// What was told since the last time.
    func take() -> [String] {
        defer { lines = [] }
        return lines
    }

    static func short(_ player: Player) -> String {
        String(player.name.rawValue.dropFirst(PlayerInterface.namePrefix.utf8.count + 1))
    }
}
