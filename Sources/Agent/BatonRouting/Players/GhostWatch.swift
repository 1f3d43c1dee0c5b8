// SPDX-License-Identifier: Apache-2.0

import BatonMPRIS
import BatonReactor
import BatonSettings

/// Finds the players with which there is nothing to do: sessions of browsers that are over (rules I90 and I91).
///
/// A browser keeps its name on the bus until it ends, although the page that played is closed.
@MainActor
final class GhostWatch {
    /// What a player is beside its status.
    enum Finding {
        /// Stopped for long: it comes last among those that do not play.
        case stale
        /// Stopped, and nothing is known of what it would play.
        case ghost
    }

    /// How long a browser that has a title must be stopped until it comes last. A larger value keeps it first for longer.
    static let staleAfter = Duration.seconds(600)

    /// Called when the finding of a player has changed.
    var onChange: ((PlayerResponder) -> Void)?

    private let reactor: Reactor
    private var choice = GhostChoice.browsers
    private var ghostAfter = Duration.seconds(5)
    private var findings: [ResponderID: Finding] = [:]
    /// What players become when the time has come.
    private var pending: [ResponderID: (finding: Finding, timer: ReactorTimer)] = [:]

    init(reactor: Reactor) {
        self.reactor = reactor
    }

    func apply(_ settings: Configuration.Interruptions, to players: some Sequence<PlayerResponder>) {
        choice = settings.ghosts
        if ghostAfter != settings.ghostAfter {
            ghostAfter = settings.ghostAfter
            for player in players { stopWaiting(player.id) }
        }
        for player in players { review(player) }
    }

    /// What a player is; nil for one like others.
    func finding(of responder: PlayerResponder) -> Finding? { findings[responder.id] }

    /// The player has left.
    func left(_ responder: PlayerResponder) {
        stopWaiting(responder.id)
        findings[responder.id] = nil
    }

    /// Something has changed of a player.
    func review(_ responder: PlayerResponder) {
        let wanted = prospect(of: responder.player)
        let present = findings[responder.id]
        if pending[responder.id]?.finding != wanted { stopWaiting(responder.id) }
        guard wanted != present else { return }
        if present != nil {
            findings[responder.id] = nil
            onChange?(responder)
        }
        if wanted == .ghost, responder.player.isOver {
            stopWaiting(responder.id)
            return become(.ghost, responder)
        }
        guard let wanted, pending[responder.id] == nil else { return }
        let time = wanted == .ghost ? ghostAfter : Self.staleAfter
        let timer = reactor.schedule(after: time, tolerance: time / 5) { [weak self] in
            self?.become(wanted, responder)
        }
        pending[responder.id] = (wanted, timer)
    }

    private func become(_ finding: Finding, _ responder: PlayerResponder) {
        pending[responder.id] = nil
        findings[responder.id] = finding
        onChange?(responder)
    }

    private func stopWaiting(_ id: ResponderID) { pending.removeValue(forKey: id)?.timer.cancel() }

    /// What the player becomes if it stays as it is.
    private func prospect(of player: Player) -> Finding? {
        guard player.status == .stopped, choice.hidesBrowsers else { return nil }
        let metadata = player.metadata
        let isEmpty =
            metadata.title?.isEmpty ?? true && metadata.url?.isEmpty ?? true && metadata.artist.allSatisfy(\.isEmpty)
        if isEmpty { return choice.hidesAll || player.isBrowser ? .ghost : nil }
        return player.isBrowser ? .stale : nil
    }
}

extension Player {
    /// Whether it says that there is nothing to do with it: it can neither play nor pause, as Chromium when its media have ended.
    fileprivate var isOver: Bool {
        !capabilities.contains(.play) && !capabilities.contains(.pause) && metadata.length ?? 0 <= 0
    }
}
