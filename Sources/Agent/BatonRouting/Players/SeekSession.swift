// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMPRIS
import BatonReactor
import BatonSettings

/// The steps of one held seek button at a player: one at once, then one in each interval, in longer steps the longer
/// the button is held (rule MPRIS28).
///
/// The session ends when ``end()`` is called, when the player leaves or answers with an error, when the track's last
/// second is reached, and always after `[seek] hold-limit`: an input may disappear with its button down.
@MainActor
final class SeekSession {
    let direction: SeekDirection
    let id: ResponderID
    private var responder: PlayerResponder?
    private let sender: BusName?
    private let reactor: Reactor
    private let began: Duration
    /// When the first step was sent; nil while it waits for its turn.
    private var firstStep: Duration?
    private let steps: Configuration.Seek
    private var timer: ReactorTimer?
    private var isAwaitingReply = false
    /// How far the step goes that was sent last.
    private var lastOffset: MediaTime = 0
    /// Where the player was when the last step was sent.
    private var lastPosition: MediaTime = 0
    /// Whether the step that was sent last went back to the track's beginning.
    private var hasReachedBeginning = false
    /// Called once, when the session ends for any reason.
    var onEnd: (() -> Void)?

    /// Sends the first step, at once or when its turn comes.
    ///
    /// - Parameters:
    ///   - pressed: when the button went down, if that was earlier: the hold limit counts from then on.
    ///   - firstReply: called with the result of the first step.
    init(
        _ direction: SeekDirection, at responder: PlayerResponder, sender: BusName?, steps: Configuration.Seek,
        reactor: Reactor, pressed: Duration? = nil,
        firstReply: @escaping CallQueue.Reply
    ) {
        self.direction = direction
        self.responder = responder
        id = responder.id
        self.sender = sender
        self.steps = steps
        self.reactor = reactor
        began = pressed ?? reactor.now
        step(reply: firstReply)
        if !isOver { scheduleNext() }
    }

    /// Whether the session has ended.
    var isOver: Bool { responder == nil }

    func end() {
        timer?.cancel()
        timer = nil
        responder = nil
        let ended = onEnd
        onEnd = nil
        ended?()
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
        // No step is sent while the player has not answered the last one (rule MPRIS29).
        if !isAwaitingReply { step { _ in } }
        if !isOver { scheduleNext() }
    }

    private func step(reply: @escaping CallQueue.Reply) {
        guard let responder else { return }
        isAwaitingReply = true
        // A step may wait behind many calls of the same caller. Until its turn comes the button may go up, and another
        // track may begin.
        responder.forward(from: sender) { [weak self] () throws(DBusError) in
            guard let self else { throw Self.isOverError }
            return try makeStep()
        } reply: { [weak self] result in
            self?.answered(result)
            reply(result)
        }
    }

    private func answered(_ result: Result<Message, DBusError>) {
        isAwaitingReply = false
        switch result {
        case .success: noteStep()
        case .failure: end()
        }
    }

    /// Notes the step that the player has confirmed, unless it has told before that it is there: most send `Seeked` first.
    private func noteStep() {
        guard let player = responder?.player else { return }
        let moved = (player.position(at: player.now) - lastPosition) * 2
        let isTold = lastOffset < 0 ? moved <= lastOffset : moved >= lastOffset
        if !isTold { player.noteJump(by: lastOffset) }
    }

    private static let isOverError = DBusError(.failed, "seeking ended before this step")

    /// The message of the step whose turn is now.
    private func makeStep() throws(DBusError) -> Message {
        guard let responder else { throw Self.isOverError }
        // The clock is read once: at a second reading the first step would have been sent later than now.
        let now = reactor.now
        guard now - began < steps.holdLimit else { throw Self.isOverError }
        guard responder.player.canSeek else { throw DBusError(.notSupported, "the player cannot seek now") }
        guard let offset = offset(for: responder.player, at: now) else {
            throw DBusError(.failed, "the track ends here")
        }
        firstStep = firstStep ?? now
        lastOffset = offset
        lastPosition = responder.player.position(at: responder.player.now)
        let message = responder.player.message(PlayerInterface.player.name, "Seek")
        // Appending an integer does not fail.
        try? message.append(offset.value)
        return message
    }

    /// The next offset; nil at the beginning or the end of the track. Beyond the end Seek acts as Next (rule MPRIS6).
    private func offset(for player: Player, at now: Duration) -> MediaTime? {
        // Steps grow while the track moves: the first one is short, however long it has waited.
        let size = MediaTime(steps.holdStep(after: now - (firstStep ?? now)))
        let position = player.position(at: now)
        switch direction {
        case .backward:
            // The known position may be wrong, so the first step is sent in any case. Seek does not go below 0 (rule
            // MPRIS6).
            guard position > 0 else { return firstStep == nil ? -size : nil }
            // What plays has left the beginning again since the last step.
            if hasReachedBeginning, position < MediaTime(steps.holdInterval) * 2 { return nil }
            hasReachedBeginning = position <= size
            return -min(size, position)
        case .forward:
            guard let length = player.metadata.length, length > 0 else { return size }
            let left = length - 1_000_000 - position
            return left > 0 ? min(size, left) : nil
        }
    }
}

extension Player {
    /// Whether it takes Seek now.
    fileprivate var canSeek: Bool { capabilities.isSuperset(of: [.control, .seek]) }
}
