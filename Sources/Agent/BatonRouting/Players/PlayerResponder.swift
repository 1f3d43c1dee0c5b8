// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
package import BatonEvents
package import BatonMPRIS

/// An MPRIS player as a responder: turns remote-control events into method calls of its Player interface.
@MainActor
package final class PlayerResponder: ChainedResponder {
    package let player: Player
    /// Whether it is another machine. It is looked at for each command.
    private let isFollowedHost: Bool
    /// The counter of uses when the player appeared, or last changed before it was in the chain.
    var lastHeard = 0
    /// Whether the player was on the bus before Baton, so that the time when it started to play is unknown.
    package internal(set) var wasThere = false
    /// Whether it has played something that it has named, since it began to play.
    var wasLoaded = false
    /// What few players need; nil until the first fact of it is noted.
    private(set) var history: PlayerHistory?
    /// What the configuration says of players; nil where none is read.
    let rules: PlayerRules?
    /// Whether a question for the position has not been answered yet.
    private var isAskedForPosition = false
    private var askedForPosition: Duration?
    private var askedAfterDenial: Duration?
    private let seeking: SeekSessions
    /// The app that took the beginning of seeking, and gets its end (rule APP15).
    var seeker: AppResponder?
    private let questions: CommandQuestions
    // Needs no check at run time: they are numbers.
    /// The last command, whether it is a toggle that undoes the one before, when, and what the player had changed and told by then.
    @exclusivity(unchecked) private var last:
        (method: PlayerMethod, isUndoing: Bool, statusChanges: Int, positionTellings: UInt64, at: Duration)?
    /// How often the user has told it to play, pause, stop or toggle. It may wrap.
    @exclusivity(unchecked) private(set) var statusCommands: UInt16 = 0
    /// Called when a command goes to the player, with the counter of uses when it came, if it has waited.
    // Needs no check at run time: it is copied before it is called.
    @exclusivity(unchecked) var onUse: ((PlayerResponder, _ arrival: Int?) -> Void)?

    init(player: Player, queue: CallQueue, seeking: SeekSessions, rules: PlayerRules? = nil) {
        self.player = player
        self.seeking = seeking
        self.rules = rules
        questions = CommandQuestions(ledger: queue.ledger)
        let id = ResponderID(player.name.rawValue)
        isFollowedHost = id.isFollowedHost
        super.init(id: id, queue: queue)
    }

    /// What few players need, made now if it was not there.
    func makeHistory() -> PlayerHistory {
        if let history { return history }
        let new = PlayerHistory()
        history = new
        return new
    }

    /// Whether it is on another device (rule MPRIS101).
    package var isOnAnotherDevice: Bool { rules?.isOnAnotherDevice(self) ?? id.isOnAnotherDevice }
    package override var identity: String { player.identity }
    package override var address: BusName? { player.owner }
    package override var status: String { player.status?.rawValue ?? "" }

    /// The player is suspect now, so its waiting calls are not sent: their callers get the error at once.
    package override func noteSilence() { queue.failWaiting(.timedOut(id)) }

    package override func remoteControlReceived(with event: Event) {
        guard let command = event as? CommandEvent else {
            super.remoteControlReceived(with: event)
            return
        }
        // The user wants something else by now, also if nothing is sent for it.
        rules?.toggleTrial?.end()
        guard let method = Self.method(for: event.subtype) else { return passOn(command) }
        guard questions.isOpen else { return offer(method, command) }
        noteArrival(command)
        questions.wait(command.sender) { [self] in
            if mediaWindow == nil { passOn(command, hasLeft: true) } else { offer(method, command) }
        } refused: { [self] in
            command.finish(.failed(id, $0))
        }
    }

    private static func method(for subtype: EventSubtype) -> PlayerMethod? {
        switch subtype {
        case .remoteControlPlay: .play
        case .remoteControlPause: .pause
        case .remoteControlStop: .stop
        case .remoteControlTogglePlayPause: .playPause
        case .remoteControlNextTrack: .next
        case .remoteControlPreviousTrack: .previous
        case .remoteControlBeginSeekingBackward, .remoteControlBeginSeekingForward: .seek
        default: nil
        }
    }

    func gate(isFirst: Bool, isBehindPlaying: Bool) -> PlayerGate {
        PlayerGate(
            capabilities: player.capabilities, status: player.status, isFirst: isFirst,
            isBehindPlaying: isBehindPlaying, decidesItself: isFollowedHost)
    }

    // MARK: Commands

    /// Decides what becomes of a command. What the cache says is not believed if nothing would be sent because of it
    /// (rules MPRIS52 and MPRIS53): the player is asked first.
    private func offer(_ method: PlayerMethod, _ command: CommandEvent) {
        if let offset = trackJump(method) { return jump(by: offset, command) }
        if method == .seek, let app = mediaWindow?.companion(of: self) { return offerSeeking(to: app, command) }
        let gate = gate(isFirst: !command.wasPassedOn, isBehindPlaying: command.wasPassedOnByPlaying)
        let decision = gate.decide(method)
        if decision == .done, opposesLast(method) { return perform(.send(method), command) }
        guard decision == .done || gate.lacksCapability(for: method) else { return perform(decision, command) }
        noteArrival(command)
        questions.ask(player) { [self] isAnswered in
            // It may have left the chain meanwhile.
            guard mediaWindow != nil else { return passOn(command, hasLeft: true) }
            let gate = self.gate(isFirst: !command.wasPassedOn, isBehindPlaying: command.wasPassedOnByPlaying)
            let decision = gate.decide(method)
            perform(decision == .done && !isAnswered ? .send(method) : decision, command)
        }
    }

    private func perform(_ decision: PlayerGate.Decision, _ command: CommandEvent) {
        switch decision {
        case .pass: passOn(command)
        case .refuse(let capability):
            command.finish(.unhandled(.refused(id, capability == .play ? .cannotPlay : .cannotPause)))
        case .done:
            noteUse(command)
            command.finish(.handled(by: id))
        case .send(.seek):
            noteUse(command)
            noteCall()
            let isBackward = command.subtype == .remoteControlBeginSeekingBackward
            seeking.begin(isBackward ? .backward : .forward, at: self, for: command)
        case .send(let wanted):
            noteUse(command)
            noteCall()
            if let receipt = command.receipt { (receipt as? PlayerReceipt)?.fill(self) }
            let isUndoing = wanted == .playPause && undoesLast
            let method = wanted == .playPause ? toggleMethod(isUndoing: isUndoing) : wanted
            noteSent(method, isUndoing)
            if method.isForStatus { statusCommands &+= 1 }
            // A toggle is sent at most once, whatever its method is (rule MPRIS25).
            settle(command, by: player.message(method), isIdempotent: wanted.isIdempotent)
        }
    }

    /// Jumps in the track for a Next or Previous, which falls through as those do (rule MPRIS100).
    private func jump(by offset: MediaTime, _ command: CommandEvent) {
        let gate = gate(isFirst: !command.wasPassedOn, isBehindPlaying: command.wasPassedOnByPlaying)
        let message = player.message(.seek)
        guard gate.decide(.seek) == .send(.seek), (try? message.append(offset.value)) != nil else {
            return passOn(command)
        }
        noteUse(command)
        noteCall()
        if let receipt = command.receipt { (receipt as? PlayerReceipt)?.fill(self, jumping: offset) }
        noteSent(.seek)
        let (before, tellings) = (player.position(at: player.now), player.positionTellings)
        settle(command, by: message, isIdempotent: false) { [player] in
            // Most have told it by now with `Seeked`.
            let moved = (player.position(at: player.now) - before) * 2
            if tellings == player.positionTellings || (offset < 0 ? moved > offset : moved < offset) {
                player.noteJump(by: offset)
            }
        }
    }

    package override func endSeeking(_ direction: SeekDirection, for command: CommandEvent?) {
        guard let seeker else { return super.endSeeking(direction, for: command) }
        seeker.endSeeking(direction, for: command)
    }

    private func noteSent(_ method: PlayerMethod, _ isUndoing: Bool = false) {
        last = (method, isUndoing, player.statusChanges, player.positionTellings, player.now)
    }

    package override func accepts(_ reply: Message) -> Bool {
        rules?.toggleTrial?.answered(self)
        if let last, last.method == .next || last.method == .previous {
            player.noteTrackCommand(since: last.positionTellings)
        }
        return true
    }

    /// Sends the other way of a toggle that had no effect (rules MPRIS95 and MPRIS96). Nobody waits for its answer.
    func sendAgain(_ method: PlayerMethod) {
        questions.noteCall()
        player.noteCommand()
        noteSent(method)
        try? queue.submit(player.message(method), from: nil) { [weak self] result in
            if case .failure(let error) = result { self?.note(error) }
        }
    }

    /// When the last command was sent to the player; nil if there was none.
    package var lastCommand: Duration? { last?.at }

    /// Whether the player has just begun to play because of the last command, which it may not have answered yet.
    package var startsAsTold: Bool {
        guard let last, last.method == .play || last.method == .playPause, player.status == .playing else {
            return false
        }
        return player.statusChanges == last.statusChanges &+ 1 && player.now - last.at < .seconds(2)
    }

    /// Whether the last command should have made the player play, and it has done nothing since.
    var hasIgnoredPlay: Bool {
        guard let last, last.method == .play || last.method == .playPause, !last.isUndoing else { return false }
        return last.statusChanges == player.statusChanges && player.status != .playing && !player.isSuspect
    }

    /// Whether the last command to the player was the opposite one, and the player has not told its effect yet: then the status
    /// that it says is the one before that command.
    private func opposesLast(_ method: PlayerMethod) -> Bool {
        guard let last = untoldMethod else { return false }
        return last == .playPause || last == (method == .pause ? .play : .pause) || last == .stop && method == .play
    }

    /// The method that was sent last, if that was a moment ago and the player has not changed its status since.
    var untoldMethod: PlayerMethod? {
        guard let last, last.statusChanges == player.statusChanges, player.now - last.at < .seconds(1) else {
            return nil
        }
        return last.method
    }

    /// Whether a toggle that is sent now undoes a command of a moment ago whose effect the player has not told: both together leave it as
    /// it says that it is.
    var undoesLast: Bool { last?.isUndoing == false && untoldMethod?.isForStatus == true }

    /// Notes a use. A command that another responder passed on does not count, so that the next one goes to the same
    /// first responder.
    func noteUse(_ command: CommandEvent) {
        if !command.wasPassedOn { onUse?(self, command.arrival) }
    }

    /// Notes when a command came that waits now: what is used meanwhile is used later, and stays before this player.
    private func noteArrival(_ command: CommandEvent) {
        if command.arrival == nil { command.arrival = mediaWindow?.nextUse() }
    }

    // MARK: Calls

    /// Tells whether the player takes a `Seek`, in order with the commands. It is asked if the cache says no.
    ///
    /// - Parameters:
    ///   - isFirst: whether no responder before it has passed the call on.
    ///   - isBehindPlaying: whether a responder before it plays.
    package func decideSeek(
        isFirst: Bool, isBehindPlaying: Bool, from sender: BusName?, then: @escaping (Result<Bool, DBusError>) -> Void
    ) {
        inOrder(sender) { [self] in
            let gate = gate(isFirst: isFirst, isBehindPlaying: isBehindPlaying)
            guard gate.lacksCapability(for: .seek) else { return then(.success(gate.decide(.seek) == .send(.seek))) }
            questions.ask(player) { [self] _ in
                let gate = self.gate(isFirst: isFirst, isBehindPlaying: isBehindPlaying)
                then(.success(mediaWindow != nil && gate.decide(.seek) == .send(.seek)))
            }
        } refused: {
            then(.failure($0))
        }
    }

    /// Asks for the position if the known one may be wrong, and once a second while clients read it: VLC does not
    /// signal a jump while it is paused. The present reader gets the known position, the next reader the new one.
    package func refreshPositionIfStale(at now: Duration) {
        let isOld = askedForPosition.map { now - $0 >= .seconds(1) } ?? true
        guard player.positionIsStale || isOld, !player.isSuspect, !isAskedForPosition, !player.isJumping(at: now) else {
            return
        }
        isAskedForPosition = true
        askedForPosition = now
        player.refreshPosition(within: .seconds(1)) { [weak self] _ in self?.isAskedForPosition = false }
    }

    /// Asks for the properties, at most once a second, because a client has read that the player cannot do something: it may not
    /// have told that it can by now (rule MPRIS53).
    package func askAgainAfterDenial(at now: Duration) {
        guard !player.isSuspect, askedAfterDenial.map({ now - $0 >= .seconds(1) }) ?? true else { return }
        askedAfterDenial = now
        player.reload(.player)
    }

    /// Reads the player's properties again (rule MPRIS90).
    package func refresh() { player.refresh() }

    /// Jumps in a track whose identifier the player does not know as an object path, by a relative `Seek` (rule MPRIS58).
    package func jump(
        to position: MediaTime, of track: ObjectPath, from sender: BusName?,
        reply: @escaping (Result<Void, DBusError>) -> Void
    ) {
        inOrder(sender) { [self] in
            guard player.isInTrack(position, of: track) else { return reply(.success(())) }
            // A position that may be wrong would make the offset wrong. After a jump it is the one that was jumped to.
            guard player.positionIsStale, !player.isJumping(at: player.now) else {
                return sendJump(to: position, from: sender, reply)
            }
            questions.ask(player) { [self] _ in sendJump(to: position, from: sender, reply) }
        } refused: {
            reply(.failure($0))
        }
    }

    /// Jumps by an offset from the known position with `SetPosition`, for a player that has no `Seek` (rule MPRIS99).
    ///
    /// - Returns: false if the track has no identifier that could be sent; nothing is sent then, and `reply` is not called.
    package func setPosition(
        by offset: MediaTime, from sender: BusName?, reply: @escaping (Result<Void, DBusError>) -> Void
    ) -> Bool {
        guard mediaWindow != nil, let track = player.metadata.trackID, track != TrackID.noTrack,
            TrackID.original(of: track) == nil
        else { return false }
        let position = max(0, player.position(at: player.now) + offset)
        submit(from: sender) { [player] () throws(DBusError) in
            let message = player.message(.setPosition)
            try message.append(.objectPath(track), position.value)
            return message
        } reply: { [player] result in
            if case .success = result, player.isInTrack(position, of: track) { player.noteJump(to: position) }
            reply(result.map { _ in })
        }
        return true
    }

    private func sendJump(
        to position: MediaTime, from sender: BusName?, _ reply: @escaping (Result<Void, DBusError>) -> Void
    ) {
        var passed: Player.PassedJump?
        submit(from: sender) { [player] () throws(DBusError) in
            let message = player.message(.seek)
            try message.append((position - player.position(at: player.now)).value)
            passed = player.noteJump(to: position)
            return message
        } reply: { [player] result in
            if let passed, case .failure(let error) = result { player.noteRefusal(of: passed, error) }
            reply(result.map { _ in })
        }
    }

    /// Notes that something is sent to the player. It is asked what has come of it (rule MPRIS88).
    func noteCall() {
        rules?.toggleTrial?.end()
        questions.noteCall()
        player.noteCommand()
    }

    /// Sends a call that is not an event (Seek, SetPosition, OpenUri, a property), in order with the events.
    package func forward(_ message: Message, from sender: BusName?, reply: @escaping CallQueue.Reply) {
        inOrder(sender) { [self] in
            noteCall()
            do throws(DBusError) {
                try queue.submit(message, from: sender, reply: reply)
            } catch {
                reply(.failure(error))
            }
        } refused: {
            reply(.failure($0))
        }
    }

    /// Sends a call that is made when its turn comes. If it cannot be made by then, `reply` gets the error.
    package func forward(
        from sender: BusName?, making make: @escaping CallQueue.Maker, reply: @escaping CallQueue.Reply
    ) {
        inOrder(sender) { [self] in
            submit(from: sender, making: make, reply: reply)
        } refused: {
            reply(.failure($0))
        }
    }

    private func submit(from sender: BusName?, making make: @escaping CallQueue.Maker, reply: @escaping CallQueue.Reply)
    {
        noteCall()
        do throws(DBusError) {
            try queue.submit(from: sender, making: make, reply: reply)
        } catch {
            reply(.failure(error))
        }
    }

    /// Does something now, or after the commands that wait for an answer of the player.
    private func inOrder(
        _ sender: BusName?, _ work: @escaping () -> Void, refused: @escaping (DBusError) -> Void
    ) {
        guard questions.isOpen else { return work() }
        questions.wait(sender) { [self] in
            if mediaWindow == nil { refused(DBusError(.serviceUnknown, "\(id) left the bus")) } else { work() }
        } refused: {
            refused($0)
        }
    }
}
