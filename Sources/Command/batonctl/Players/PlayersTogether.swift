// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonMPRIS
import BatonPages
import BatonTranslation

/// All players at once, for `resume`, `pause --all` and `play-pause --all`.
enum PlayersTogether {
    case pause
    case resume
    /// Pauses, or if nothing plays, resumes.
    case toggle

    /// Does it, and names the players.
    ///
    /// - Throws: when there was nothing to do, which is a failure: a key may be bound to several commands of which one is to act.
    func run(_ reporter: Reporter) throws {
        try reporter.withAgent { (agent) throws(CommandError) in
            let players = try agent.call(method)
            guard !players.isEmpty else {
                throw CommandError(self == .resume ? nothing : try ignored(agent) ?? nothing, isQuietable: true)
            }
            let names = ResponderName.list(players)
            let isPause =
                switch self {
                case .pause: true
                case .resume: false
                case .toggle: try Self.holds(players, agent)
                }
            reporter.say(isPause ? translated("Paused \(names).") : translated("Resumed \(names)."))
        }
    }

    private var method: MethodDeclaration<Void, [String]> {
        switch self {
        case .pause: InterruptionsInterface.pauseAll
        case .resume: InterruptionsInterface.resume
        case .toggle: InterruptionsInterface.playPauseAll
        }
    }

    private var nothing: String {
        switch self {
        case .pause: translated("Nothing is playing.")
        case .resume: translated("Nothing to resume.")
        case .toggle: translated("Nothing is playing, and there is nothing to resume.")
        }
    }

    /// What is said when only ignored players play; nil when none does.
    private func ignored(_ agent: AwaitedAgent) throws(CommandError) -> String? {
        let chain = try agent.properties(of: .application).players
        let playing = try PlayerClient(session: agent.session).ignored(chain).filter(\.isPlaying)
        guard !playing.isEmpty else { return nil }
        let players = playing.map(\.name.instance).joined(separator: ", ")
        return translated("Nothing is playing but what Baton ignores: \(players).")
    }

    /// Whether the players are paused until the user resumes them: the agent returns nothing but their names.
    private static func holds(_ players: [String], _ agent: AwaitedAgent) throws(CommandError) -> Bool {
        let active = try agent.properties(of: .interruptions)[InterruptionsInterface.active] ?? []
        return active.contains { $0.source == manual && $0.players.contains(where: players.contains) }
    }

    /// The source of an interruption that is the user's own wish.
    private static let manual = "manual"
}
