// SPDX-License-Identifier: Apache-2.0

import BatonClient
import BatonDBus
import BatonMPRIS

/// Offers a command to one player after the other, but never past one that plays to one that does not (rule MPRIS51).
struct PlayerTurn {
    let command: PlayerCommand
    let client: PlayerClient
    let note: (String) -> Void

    private var handled = false
    /// Whether a player that plays has passed the command on.
    private var isBehindPlaying = false
    private var failure: CommandError?
    /// What is said of the player that has answered the action, and has not done it.
    private var undone: String?

    init(command: PlayerCommand, client: PlayerClient, note: @escaping (String) -> Void) {
        self.command = command
        self.client = client
        self.note = note
    }

    /// Offers the command to a player.
    ///
    /// - Parameter asksAgent: whether the agent may carry it out, where it can do more than the player.
    /// - Returns: Whether the player handled the command.
    /// - Throws: ``CommandError`` when the player refused, or when no player could carry out the command.
    mutating func take(_ candidate: Candidates.Candidate, asksAgent: Bool = true) throws(CommandError) -> Bool {
        let player = candidate.name
        guard let snapshot = snapshot(of: candidate) else { return false }
        let isPlaying = snapshot.isPlaying
        if isBehindPlaying || candidate.isBehindPlayingApp, !isPlaying, !command.isQuery {
            note("\(player.instance): what plays comes before it")
            return false
        }
        if asksAgent, let isDone = try changeSound(of: player, isPlaying: isPlaying) { return isDone }
        let action = try client.checked(command.action(for: snapshot), on: player)
        switch action {
        case .pass(let reason), .refuse(let reason):
            note("\(player.instance): \(reason)")
            if case .refuse = action, isPlaying { throw failure ?? .unhandled }
            isBehindPlaying = isBehindPlaying || isPlaying
            return false
        case .done(let reason):
            note("\(player.instance): \(reason)")
            // The player is so already and is sent nothing, but the user has acted on it (rule I140).
            client.tellAgent(player)
        case .print(let text): Console.print(block: text)
        case .call, .set:
            if case .call = action { client.tellAgent(player) }
            do throws(DBusError) {
                try send(action, to: snapshot)
            } catch {
                let failure = CommandError.execution(
                    "\(player.instance): \(PlayerClient.reason(error, isCommand: true))")
                if !error.saysNothingWasDone { throw failure }
                self.failure = self.failure ?? failure
                isBehindPlaying = isBehindPlaying || isPlaying
                return false
            }
            if let told = undone { throw .execution("\(player.instance) \(told)") }
        }
        handled = true
        return true
    }

    /// Sends an action to a player, and waits until it has done it. What it has not done is in ``undone``.
    private mutating func send(_ action: PlayerAction, to player: PlayerSnapshot) throws(DBusError) {
        do throws(DBusError) {
            undone = try perform(action, on: player)
        } catch {
            guard error.saysNothingWasDone, let other = command.otherAction(than: action, for: player) else {
                throw error
            }
            undone = try perform(other, on: player)
            return
        }
        guard undone != nil, case .success(let present) = client.snapshots(of: [player.name])[0],
            let other = command.otherAction(than: action, for: present)
        else { return }
        // Some answer the one way to jump and do nothing (rule MPRIS99). What is said of that stays if the other one is refused.
        do throws(DBusError) { undone = try perform(other, on: present) } catch {}
    }

    /// Sends an action, and returns what is said of a player that has answered it and not done it.
    private func perform(_ action: PlayerAction, on player: PlayerSnapshot) throws(DBusError) -> String? {
        let watch = EffectWatch(client)
        watch.add(player.name, PlayerEffect(command: command, action: action, before: player))
        note("\(player.name.instance): \(action.summary)")
        try client.perform(action, on: player.name)
        client.tellAgentOfChange(player.name)
        return watch.undone([player.name]).first?.told
    }

    /// Has the agent change a volume or a mute.
    ///
    /// - Returns: whether it is done; nil if that is left to the player, or if the command is another one.
    private mutating func changeSound(of player: PlayerName, isPlaying: Bool) throws(CommandError) -> Bool? {
        guard let sound = SoundChange(command) else { return nil }
        switch sound.carryOut(on: player, client.session) {
        case .success(let done):
            note("\(player.instance): \(sound)")
            if let text = done.text { Console.print(text) }
            handled = true
            return true
        case .failure(let error):
            if error.leavesSoundToPlayer, case .volume = sound { return nil }
            if error.leavesSoundToPlayer || error == .silent(AwaitedAgent.unanswered) {
                throw AgentFailure.message(error)
            }
            let text = "\(player.instance): \(PlayerClient.reason(error.cause, isCommand: true))"
            note(text)
            failure = failure ?? .execution(text)
            isBehindPlaying = isBehindPlaying || isPlaying
            return false
        }
    }

    /// What the player says; nil if it does not answer, which is noted.
    private mutating func snapshot(of candidate: Candidates.Candidate) -> PlayerSnapshot? {
        switch candidate.snapshot ?? client.snapshots(of: [candidate.name])[0] {
        case .success(let answer): return answer
        case .failure(let error):
            let text = "\(candidate.name.instance): \(PlayerClient.reason(error, isCommand: false))"
            note(text)
            failure = failure ?? .execution(text)
            return nil
        }
    }

    /// Throws the failure, if no player has handled the command.
    func finish() throws(CommandError) {
        if !handled { throw failure ?? .unhandled }
    }
}
