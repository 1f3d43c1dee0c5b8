// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus
internal import BatonMPRIS
internal import BatonReactor

/// One held seek button: a step at once, then a step every interval, longer the longer it is held (spec/mpris.md iii).
///
/// Ends at the release, when the player is no longer the one it began with, when the track's last second is reached, and
/// after 30 s whatever happens, because a source may die with its button down.
@MainActor
final class SeekSession {
    let direction: SeekDirection
    let id: ResponderID
    private var responder: PlayerResponder?
    private let sender: BusName?
    private let reactor: Reactor
    private let began: Duration
    private let steps: Configuration.Seek
    private var timer: ReactorTimer?
    private var isAwaitingReply = false

    /// Sends the first step at once; `firstReply` hears how it went.
    init(
        _ direction: SeekDirection, at responder: PlayerResponder, sender: BusName?, steps: Configuration.Seek,
        reactor: Reactor,
        firstReply: @escaping CallQueue.Reply
    ) {
        self.direction = direction
        self.responder = responder
        id = responder.id
        self.sender = sender
        self.steps = steps
        self.reactor = reactor
        began = reactor.now
        step(reply: firstReply)
        scheduleNext()
    }

    func end() {
        timer?.cancel()
        timer = nil
        responder = nil
    }

    private func scheduleNext() {
        timer = reactor.schedule(after: steps.holdInterval, tolerance: .milliseconds(10)) { [weak self] in
            self?.tick()
        }
    }

    private func tick() {
        guard let responder, responder.window != nil, reactor.now - began < steps.holdLimit else {
            end()
            return
        }
        // A player that is slow to answer gets no second step on top of the first.
        if !isAwaitingReply { step { _ in } }
        if timer != nil { scheduleNext() }
    }

    private func step(reply: @escaping CallQueue.Reply) {
        guard let responder else { return }
        guard let offset = offset(for: responder.player) else {
            end()
            reply(.failure(DBusError(.failed, "the track ends here")))
            return
        }
        isAwaitingReply = true
        let message = responder.player.message(PlayerInterface.player.name, "Seek")
        // An integer always fits.
        try? message.append(.int64(offset))
        responder.forward(message, from: sender) { [weak self] result in
            self?.isAwaitingReply = false
            if case .failure = result { self?.end() }
            reply(result)
        }
    }

    /// The next offset in µs, nil at the end of the track. Beyond the end, Seek would act as Next.
    private func offset(for player: Player) -> Int64? {
        let size = Int64(steps.holdStep(after: reactor.now - began).microseconds)
        let position = player.position(at: reactor.now)
        switch direction {
        case .backward:
            return -min(size, max(position, 0))
        case .forward:
            guard let length = player.metadata.length, length > 0 else { return size }
            let left = length - 1_000_000 - position
            return left > 0 ? min(size, left) : nil
        }
    }
}
