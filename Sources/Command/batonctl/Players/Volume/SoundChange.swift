// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDBus
import BatonMPRIS

/// A change of volume or mute that the agent carries out, because it also knows the players' streams at the sound server.
enum SoundChange: Hashable, Sendable {
    case volume(Adjustment)
    case mute(MuteWord)

    /// How long it may take: a player may take a second, and the sound server has to be found.
    private static let deadline = Duration.seconds(6)

    /// The change that a command is; nil for another command.
    init?(_ command: PlayerCommand) {
        switch command {
        case .setVolume(let adjustment): self = .volume(adjustment)
        case .mute(let word): self = .mute(word)
        case .transport, .seek, .setLoop, .setShuffle, .setRate, .open, .raise, .query: return nil
        }
    }

    /// Has the agent change players, all at once. Each answer is what is to be printed.
    func carryOut(on players: [PlayerName], _ session: BusSession) -> [AgentReply<String?>] {
        var answers: [AgentReply<String?>?] = Array(repeating: nil, count: players.count)
        var missing = players.count
        let remote = AwaitedAgent(session: session).remote
        for (index, player) in players.enumerated() {
            ask(remote, player.busName.rawValue) { answer in
                answers[index] = answer
                missing -= 1
            }
        }
        session.turn { missing == 0 }
        return answers.map { $0 ?? .failure(.busLost(session.loss)) }
    }

    private func ask(_ remote: RemoteAgent, _ player: String, reply: @escaping (AgentReply<String?>) -> Void) {
        switch self {
        case .volume(let adjustment):
            let (isRelative, level) =
                switch adjustment {
                case .set(let level): (false, level)
                case .change(let step): (true, step)
                }
            _ = remote.call(
                ApplicationInterface.changeVolume, (player, isRelative, level), within: Self.deadline
            ) { (answer: AgentReply<(String, Double)>) in reply(answer.map { _ in nil }) }
        case .mute(let word):
            _ = remote.call(ApplicationInterface.changeMute, (player, word.rawValue), within: Self.deadline) {
                (answer: AgentReply<Bool>) in reply(answer.map { SoundChange.text(isMuted: $0) })
            }
        }
    }

    /// What is said of a mute.
    static func text(isMuted: Bool) -> String { isMuted ? "muted" : "not muted" }
}

extension AgentError {
    /// Whether the agent has nothing to say of a player: it is not there, older, or does not have the player in its chain.
    var leavesSoundToPlayer: Bool {
        switch self {
        case .absent, .lacking, .busLost: true
        case .refused(let error): error.name == "org.freedesktop.DBus.Error.UnknownObject"
        case .silent, .unreadable: false
        }
    }
}
