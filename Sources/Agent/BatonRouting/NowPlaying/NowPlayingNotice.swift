// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonEvents
package import BatonMPRIS
package import BatonReactor
package import BatonSession
package import BatonSettings
import BatonValues

/// Shows what plays now, after a skip by a headset and when another player has become the first responder (rules MPRIS43
/// to MPRIS46). Off by default.
///
/// A change of the track takes a moment, and players report it in several signals, so the text is read a little after the
/// first one.
///
/// | state | event | next state |
/// |---|---|---|
/// | idle | a skip by a headset, handled by a player | waiting for its metadata, at most 2 s |
/// | idle | another player is the first responder | due in 0.15 s |
/// | waiting | the player's metadata has changed | due in 0.15 s |
/// | idle | a skip, during which the player's metadata has changed | due in 0.15 s |
/// | waiting, due | another skip, another first responder | as from idle, but not later than 2 s after the first one |
/// | waiting, due | the time is over | shown; idle |
/// | any | switched off, the bus is lost | idle |
@MainActor
package final class NowPlayingNotice: AgentPart {
    /// How long a player may take to report the new track. Larger: more slow players show the new one, but the
    /// notification of a player that reports nothing comes later.
    private static let longestWait = Duration.seconds(2)
    /// How long the signals of one change take. Larger: later.
    private static let gathering = Duration.milliseconds(150)
    /// The least time between two notifications: a player that stutters must not fill the screen.
    private static let leastGap = Duration.seconds(1)
    /// The longest text of a player that is shown, in characters.
    private static let longestText = 120
    /// A longer address is no picture to show.
    private static let longestURL = 2048

    /// Returns the URL that is shown for the one of a player's picture; nil for none, or none yet.
    package var artwork: ((PlayerResponder, String) -> String?)?

    private let window: MediaWindow
    private let notifications: NotificationClient
    private let reactor: Reactor
    private var isOn = false
    private var isWaiting = false
    private var subject: ResponderID?
    private var timer: ReactorTimer?
    /// When the notification is shown at the latest, however many skips follow.
    private var latest: Duration?
    /// The player whose metadata changed last, and when.
    private var lastChange: (id: ResponderID, at: Duration)?
    private var lastShown: Duration?
    /// The first responder at the end of the last turn, and the user's choices that made it the first one.
    private var former: First?

    /// Whether all players that were there at the start have answered.
    private var isSettled = false

    private struct First: Equatable {
        var id: ResponderID?
        var pin: String?
        var shifted: ResponderID?
    }

    package init(window: MediaWindow, notifications: NotificationClient, reactor: Reactor) {
        self.window = window
        self.notifications = notifications
        self.reactor = reactor
    }

    package func apply(_ configuration: Configuration) {
        let wasOn = isOn
        isOn = configuration.notifications.nowPlaying
        if !isOn { close() } else if !wasOn { former = isSettled ? present : nil }
    }

    package func busLost() {
        forget()
        former = nil
    }

    package func close() {
        forget()
        former = nil
        lastChange = nil
        notifications.close()
    }

    /// Takes note of the outcome of a command.
    ///
    /// - Parameter took: the time from the command to its outcome.
    package func commandFinished(_ event: CommandEvent, _ outcome: Outcome, took: Duration) {
        guard isOn, event.input == .evdev || event.input == .bluetooth,
            event.subtype == .remoteControlNextTrack || event.subtype == .remoteControlPreviousTrack,
            case .handled(let id) = outcome, window.responder(id) is PlayerResponder
        else { return }
        // Some players tell the new track before they answer.
        isWaiting = !(lastChange.map { $0.id == id && $0.at >= reactor.now - took } ?? false)
        arm(id, after: isWaiting ? Self.longestWait : Self.gathering)
    }

    /// Takes note of changed properties of a player.
    package func playerChanged(_ responder: PlayerResponder, _ properties: PropertySet) {
        guard isOn, properties.contains(.metadata) else { return }
        lastChange = (responder.id, reactor.now)
        guard isWaiting, responder.id == subject else { return }
        isWaiting = false
        arm(responder.id, after: Self.gathering)
    }

    /// Takes note of a changed order of the responders, at the end of a turn.
    ///
    /// - Parameter isSettled: whether all players that were there at the start have answered. Before that the order is not
    ///   known, so its changes are not the user's.
    package func chainChanged(isSettled: Bool) {
        self.isSettled = isSettled
        guard isOn else { return }
        let now = present
        defer { former = isSettled ? now : nil }
        guard let former, former.id != nil, let id = now.id, id != former.id,
            let responder = window.responder(id) as? PlayerResponder
        else { return }
        let isChosen = now.pin != former.pin || now.shifted != former.shifted
        guard isChosen || responder.player.status == .playing else { return }
        isWaiting = false
        arm(id, after: Self.gathering)
    }

    private var present: First {
        First(id: window.orderedResponders.first?.id, pin: window.order.pin, shifted: window.order.shifted)
    }

    private func arm(_ id: ResponderID, after delay: Duration) {
        let now = reactor.now
        let latest = self.latest ?? now + Self.longestWait
        self.latest = latest
        subject = id
        // Asked for now, so that it is there when the notification is due.
        _ = (window.responder(id) as? PlayerResponder).flatMap(picture)
        let due = max(min(now + delay, latest), lastShown.map { $0 + Self.leastGap } ?? now)
        timer?.cancel()
        timer = reactor.schedule(at: due) { [weak self] in self?.show() }
    }

    private func show() {
        let id = subject
        forget()
        guard let id, let responder = window.responder(id) as? PlayerResponder else { return }
        lastShown = reactor.now
        var content = Self.content(responder.player)
        content.image = picture(responder)
        notifications.show(content) { _ in }
    }

    /// The URL of a file. Other schemes would make the daemon fetch what a player names.
    private func picture(_ responder: PlayerResponder) -> String? {
        guard let named = responder.player.metadata.artURL,
            let url = artwork.map({ $0(responder, named) }) ?? named,
            url.hasPrefix("file:///"), url.utf8.count <= Self.longestURL, url.shown() == url
        else { return nil }
        return url
    }

    private func forget() {
        timer?.cancel()
        timer = nil
        latest = nil
        subject = nil
        isWaiting = false
    }

    private static func content(_ player: Player) -> NotificationContent {
        let metadata = player.metadata
        let name = line(player.identity)
        let title = line(metadata.title ?? "")
        var content = NotificationContent(
            .nowPlaying, summary: title.isEmpty ? name : title, icon: "audio-x-generic", timeout: .seconds(4))
        let artists = line(metadata.artist.prefix(8).joined(separator: ", "))
        let parts = [artists, title.isEmpty ? "" : name].filter { !$0.isEmpty }
        content.body = parts.joined(separator: " – ")
        return content
    }

    private static func line(_ text: String) -> String {
        text.count > longestText ? String(text.prefix(longestText - 1)).shown() + "…" : text.shown()
    }
}
