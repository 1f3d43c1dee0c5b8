// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMPRIS
import BatonReactor

/// The toggle that was sent last, while its effect is awaited (rules MPRIS95 and MPRIS96).
///
/// Some players answer `PlayPause` and do nothing. Such a toggle is done by `Play` or `Pause`, once, which does no harm to a player
/// that is only late. The reverse would: where `Play` or `Pause` has no effect, the way is forgotten, and nothing is sent. There is one
/// trial for all players: whatever is sent to any of them ends it, because the user wants something else by then.
///
/// | state | next | by |
/// |---|---|---|
/// | sent | answered | the player's reply without an error |
/// | answered | asked | a second has passed, and the status is the old one |
/// | asked | repeated: sent as Play or Pause | the player says that its status is the old one, after PlayPause |
/// | asked | over: the way is forgotten | the same after Play or Pause |
/// | repeated | over: the way is remembered | the status changes within 0.7 s |
/// | any | over | the status changes, a command, an interruption, a second; before a start: another first player or one that plays |
@MainActor
final class ToggleTrial {
    private enum State {
        case over, sent, answered, asked, repeated
    }

    /// How long an effect may take. Smaller: a slow player is told twice. Larger: the user presses again before.
    private static let patience = Duration.seconds(1)
    /// How long no player is asked again before a toggle: a question keeps the toggle waiting at the player, and of a burst none is tried.
    private static let pause = Duration.seconds(2)
    /// How soon the status must change for it to be by the other way. Larger: a player that was late with the first one is taken for one
    /// that ignores it. Smaller: what is found half a second after a command, when the player is asked, is not counted.
    private static let creditTime = Duration.milliseconds(700)

    private let reactor: Reactor
    // These are read for each command, and need no check at run time: nothing else runs while they are read or changed.
    @exclusivity(unchecked) private var timer: ReactorTimer?
    @exclusivity(unchecked) private var state = State.over
    /// The player of a trial that is not over. A weak reference would make each command at it slower from then on.
    @exclusivity(unchecked) private var responder: PlayerResponder?
    /// The owner of the player's name when the toggle was sent: what the next one says is no effect of it.
    private var owner: BusName?
    /// How often the player had changed its status by then, and had told it.
    private var statusChanges = 0
    private var statusTellings = 0
    /// Whether the toggle was sent as Play or Pause.
    private var wasByStatus = false
    /// When it was sent as Play or Pause.
    private var repeatedAt = Duration.zero
    /// Whether the status from before is certain: it was told, or asked for just before the toggle.
    @exclusivity(unchecked) private var isCertain = false
    /// Tells one trial from the next one at the same player.
    @exclusivity(unchecked) private var number: UInt = 0
    /// When a player was last asked before a toggle.
    private var askedAt: Duration?

    init(reactor: Reactor) {
        self.reactor = reactor
    }

    /// A toggle is sent to a player.
    ///
    /// - Parameters:
    ///   - wasByStatus: whether as Play or Pause, and not as PlayPause.
    func begin(at responder: PlayerResponder, byStatus wasByStatus: Bool) {
        self.responder = responder
        owner = responder.player.owner
        statusChanges = responder.player.statusChanges
        statusTellings = responder.player.statusTellings
        self.wasByStatus = wasByStatus
        state = .sent
        number &+= 1
        isCertain = statusTellings > 0
        if !isCertain { askBefore(responder) }
        let due = reactor.now + Self.patience
        if let timer { return timer.reschedule(at: due) }
        timer = reactor.schedule(at: due, tolerance: .milliseconds(50)) { [weak self] in self?.isDue() }
    }

    /// Asks a player that has never told its status by itself what it is. It may have begun or ended unknown to Baton, by itself or by the
    /// last toggle, so that the old status is the effect of this one. The question goes before the toggle, so the answer is from before it.
    private func askBefore(_ responder: PlayerResponder) {
        if let askedAt, reactor.now - askedAt < Self.pause { return }
        askedAt = reactor.now
        responder.player.askNow { [weak self, number] isAnswered in
            guard let self, number == self.number else { return }
            isCertain = isAnswered
        }
    }

    /// Whether the effect of a player's toggle is awaited.
    func isTrying(_ responder: PlayerResponder) -> Bool { state != .over && responder === self.responder }

    /// A player has answered what it was sent last, and it was no error.
    func answered(_ responder: PlayerResponder) {
        if state == .sent, responder === self.responder { state = .answered }
    }

    /// A player has told another status: that is an effect.
    func statusChanged(_ responder: PlayerResponder) {
        guard state != .over, responder === self.responder else { return }
        if state == .repeated, isSame(responder), reactor.now - repeatedAt <= Self.creditTime {
            responder.makeHistory().togglesByStatus = true
        }
        end()
    }

    /// Ends the trial: something else was sent, or has begun.
    func end() {
        guard state != .over else { return }
        state = .over
        responder = nil
        owner = nil
        timer?.cancel()
    }

    private func isDue() {
        guard state == .answered, let responder, mayBeRepeated(responder) else { return end() }
        state = .asked
        // What it says now counts: it need not have told that it has done it.
        responder.player.askNow { [weak self, number] isAnswered in
            guard let self, let responder = self.responder, state == .asked, number == self.number else { return }
            guard isAnswered, mayBeRepeated(responder) else { return end() }
            guard !wasByStatus else {
                responder.history?.togglesByStatus = false
                return end()
            }
            `repeat`(at: responder)
        }
    }

    private func `repeat`(at responder: PlayerResponder) {
        guard let method = responder.otherToggle else { return end() }
        state = .repeated
        repeatedAt = reactor.now
        timer?.reschedule(at: reactor.now + Self.patience)
        responder.sendAgain(method)
    }

    /// Whether it is still the same player.
    private func isSame(_ responder: PlayerResponder) -> Bool {
        responder.mediaWindow != nil && responder.player.owner == owner
    }

    /// Whether nothing has come of the toggle. One that is to start a player must still go to it, and nothing else may play; one that is
    /// to pause it starts nothing.
    private func mayBeRepeated(_ responder: PlayerResponder) -> Bool {
        guard isSame(responder), isUnchanged(responder.player) else { return false }
        if responder.player.status == .playing { return true }
        guard let chain = responder.mediaWindow?.orderedResponders else { return false }
        return chain.first === responder && !chain.contains { $0 !== responder && $0.plays }
    }

    /// Whether the player says what it certainly said before.
    private func isUnchanged(_ player: Player) -> Bool {
        isCertain && !player.isSuspect && player.statusChanges == statusChanges
            && player.statusTellings == statusTellings
    }
}
