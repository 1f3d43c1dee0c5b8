// SPDX-License-Identifier: Apache-2.0
import BatonDBus

/// One player after the other getting its turn with a command.
struct PlayerTurn {
    let command: PlayerCommand
    let client: PlayerClient
    let isForAll: Bool
    let note: (String) -> Void

    private var handled = false
    private var failure: CommandError?

    init(command: PlayerCommand, client: PlayerClient, isForAll: Bool, note: @escaping (String) -> Void) {
        self.command = command
        self.client = client
        self.isForAll = isForAll
        self.note = note
    }

    /// Gives a player its turn.
    ///
    /// - Returns: Whether it handled the command.
    /// - Throws: ``CommandError`` when the player refused, or when nobody could do it.
    mutating func take(_ candidate: Candidates.Candidate) throws(CommandError) -> Bool {
        let player = candidate.name
        let snapshot: PlayerSnapshot
        switch candidate.snapshot ?? client.snapshots(of: [player])[0] {
        case .success(let answer): snapshot = answer
        case .failure(let error):
            note("\(player.instance): \(Self.reason(error))")
            failure = failure ?? .execution("\(player.instance): \(Self.reason(error))")
            return false
        }
        let action = try command.action(for: snapshot)
        switch action {
        case .pass(let reason):
            note("\(player.instance): \(reason)")
            return false
        case .print(let text): Console.print(block: text)
        case .call, .set:
            note("\(player.instance): \(action.summary)")
            do {
                try client.perform(action, on: player)
            } catch {
                let failure = CommandError.execution("\(player.instance): \(Self.reason(error))")
                if !isForAll { throw failure }
                self.failure = failure
                return false
            }
        }
        handled = true
        return true
    }

    /// Says how it went when everybody has had a turn.
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
