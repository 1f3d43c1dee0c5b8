// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMPRIS

/// Offers a command to one player after the other, but never past one that plays to one that does not (rule MPRIS51).
struct PlayerTurn {
    let command: PlayerCommand
    let client: PlayerClient
    let isForAll: Bool
    let note: (String) -> Void

    private var handled = false
    /// Whether a player that plays has passed the command on.
    private var isBehindPlaying = false
    private var failure: CommandError?

    init(command: PlayerCommand, client: PlayerClient, isForAll: Bool, note: @escaping (String) -> Void) {
        self.command = command
        self.client = client
        self.isForAll = isForAll
        self.note = note
    }

    /// Offers the command to a player.
    ///
    /// - Returns: Whether the player handled the command.
    /// - Throws: ``CommandError`` when the player refused, or when no player could carry out the command.
    mutating func take(_ candidate: Candidates.Candidate) throws(CommandError) -> Bool {
        let player = candidate.name
        guard let snapshot = snapshot(of: candidate) else { return false }
        let isPlaying = snapshot.isPlaying
        if isBehindPlaying || candidate.isBehindPlayingApp, !isPlaying, !isForAll, !command.isQuery {
            note("\(player.instance): what plays comes before it")
            return false
        }
        let action = try command.action(for: snapshot)
        switch action {
        case .pass(let reason), .refuse(let reason):
            note("\(player.instance): \(reason)")
            if case .refuse = action, isPlaying, !isForAll { throw failure ?? .unhandled }
            isBehindPlaying = isBehindPlaying || isPlaying
            return false
        case .done(let reason):
            note("\(player.instance): \(reason)")
            // The player is so already and is sent nothing, but the user has acted on it (rule I140).
            client.tellAgent(player)
        case .print(let text): Console.print(block: text)
        case .call, .set:
            note("\(player.instance): \(action.summary)")
            if case .call = action { client.tellAgent(player) }
            do {
                try client.perform(action, on: player)
                client.tellAgentOfChange(player)
            } catch {
                let failure = CommandError.execution("\(player.instance): \(Self.reason(error))")
                if !isForAll, !error.saysNothingWasDone { throw failure }
                self.failure = self.failure ?? failure
                isBehindPlaying = isBehindPlaying || isPlaying
                return false
            }
        }
        handled = true
        return true
    }

    /// What the player says; nil if it does not answer, which is noted.
    private mutating func snapshot(of candidate: Candidates.Candidate) -> PlayerSnapshot? {
        switch candidate.snapshot ?? client.snapshots(of: [candidate.name])[0] {
        case .success(let answer): return answer
        case .failure(let error):
            let text = "\(candidate.name.instance): \(Self.reason(error))"
            note(text)
            failure = failure ?? .execution(text)
            return nil
        }
    }

    /// Throws the failure, if there is one, after all players have been offered the command.
    func finish() throws(CommandError) {
        if let failure, isForAll || !handled { throw failure }
        if !handled { throw .unhandled }
    }

    private static func reason(_ error: DBusError) -> String {
        switch error.name {
        case .timeout: "did not answer within \(PlayerClient.deadline.components.seconds) s"
        default: error.message.isEmpty ? error.name.rawValue : error.message
        }
    }
}
