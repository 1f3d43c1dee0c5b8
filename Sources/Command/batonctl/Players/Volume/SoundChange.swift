// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDBus
import BatonMPRIS
import BatonTemplate

/// A change of volume or mute that the agent carries out, because it also knows the players' streams at the sound server.
enum SoundChange: Hashable, Sendable {
    case volume(Adjustment)
    case mute(MuteWord)

    /// What the agent has done.
    struct Done {
        /// What is to be printed.
        let text: String?
        /// Whether it was done with the player's streams.
        let isByStream: Bool
    }

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

    /// Whether twice is something else than once.
    var adds: Bool {
        switch self {
        case .volume(.change), .mute(.toggle): true
        case .volume(.set), .mute: false
        }
    }

    /// Has the agent change one player.
    func carryOut(on player: PlayerName, _ session: BusSession) -> AgentReply<Done> {
        AwaitedAgent(session: session).reply { ask($0, player, reply: $1) }
    }

    /// Has the agent change a player; `reply` is called while the session turns.
    @discardableResult
    func ask(
        _ remote: RemoteAgent, _ player: PlayerName, reply: @escaping (AgentReply<Done>) -> Void
    ) -> PendingCall? {
        let name = player.busName.rawValue
        switch self {
        case .volume(let adjustment):
            let (isRelative, level) =
                switch adjustment {
                case .set(let level): (false, level)
                case .change(let step): (true, step)
                }
            return remote.call(
                ApplicationInterface.changeVolume, (name, isRelative, level), within: Self.deadline
            ) { (answer: AgentReply<(String, Double)>) in
                reply(answer.map { Done(text: nil, isByStream: $0.0 == VolumeWay.stream.rawValue) })
            }
        case .mute(let word):
            return remote.call(ApplicationInterface.changeMute, (name, word.rawValue), within: Self.deadline) {
                (answer: AgentReply<Bool>) in
                reply(answer.map { Done(text: SoundChange.text(isMuted: $0), isByStream: true) })
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
