// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMPRIS

/// Sends a command to all players at once, for `--all-players`, and names every one that failed (rule MPRIS104).
struct PlayersAtOnce {
    let command: PlayerCommand
    let client: PlayerClient
    let note: (String) -> Void

    /// A player with what it is sent.
    private struct Target {
        let player: PlayerSnapshot
        let action: PlayerAction
    }

    /// Runs the command at each of the players.
    ///
    /// - Throws: ``CommandError`` with all that failed, or when no player could carry out the command.
    func run(_ candidates: [Candidates.Candidate]) throws(CommandError) {
        var failures: [String] = []
        var targets: [Target] = []
        var isHandled = false
        var owners: Set<BusName> = []
        for candidate in Candidates.asked(candidates[...], client) {
            switch candidate.snapshot {
            // A question is answered for each name.
            case .success(let player)?
            where !command.isQuery && player.owner.map { !owners.insert($0).inserted } ?? false:
                note("\(player.name.instance): another name of one of these")
            case .success(let player)?:
                let action = try client.checked(command.action(for: player), on: candidate.name)
                switch action {
                case .call, .set: targets.append(Target(player: player, action: action))
                default: isHandled = take(action, of: player) || isHandled
                }
            case .failure(let error)?:
                let text = "\(candidate.name.instance): \(PlayerClient.reason(error, isCommand: false))"
                note(text)
                failures.append(text)
            case nil: break
            }
        }
        let failed = send(targets)
        failures += failed
        if failed.count < targets.count { isHandled = true }
        if !failures.isEmpty { throw .execution(failures.joined(separator: "; ")) }
        if !isHandled { throw .unhandled }
    }

    /// Does what sends nothing; returns whether that is all that the player has to do.
    private func take(_ action: PlayerAction, of player: PlayerSnapshot) -> Bool {
        switch action {
        case .print(let text):
            Console.print(block: text)
            return true
        case .done(let reason):
            note("\(player.name.instance): \(reason)")
            // The player is so already and is sent nothing, but the user has acted on it (rule I140).
            client.tellAgent(player.name)
            return true
        default:
            note("\(player.name.instance): \(action.summary)")
            return false
        }
    }

    /// Sends each player its action, waits until all have done it, and returns what is said of those that have not.
    private func send(_ targets: [Target]) -> [String] {
        let watch = EffectWatch(client)
        for target in targets {
            note("\(target.player.name.instance): \(target.action.summary)")
            if case .call = target.action { client.tellAgent(target.player.name) }
            watch.add(
                target.player.name, PlayerEffect(command: command, action: target.action, before: target.player))
        }
        var results = client.perform(targets.map { ($0.player.name, $0.action) })
        for (index, target) in targets.enumerated() {
            guard case .failure(let error) = results[index], error.saysNothingWasDone,
                let other = command.otherAction(than: target.action, for: target.player)
            else { continue }
            results[index] = client.perform([(target.player.name, other)])[0]
        }
        var taken: [PlayerName] = []
        var failures: [String] = []
        for (target, result) in zip(targets, results) {
            switch result {
            case .success:
                client.tellAgentOfChange(target.player.name)
                taken.append(target.player.name)
            case .failure(let error):
                failures.append("\(target.player.name.instance): \(PlayerClient.reason(error, isCommand: true))")
            }
        }
        return failures + watch.undone(taken).map { "\($0.player.instance) \($0.told)" }
    }
}
