// SPDX-License-Identifier: Apache-2.0

/// Notices that what streams were heard on is gone (rules I20 to I23, I102, I115 and I116).
///
/// A sink is lost when it is removed, or when what was plugged into it is unplugged. Streams that were on it then, or up to 100 ms
/// before, were heard there: servers move them as soon as the sink is gone. A sink that goes because its card is used in another
/// way is lost if the card says that nothing is plugged into the sink's port any more. It reads no clock; times are those of
/// `CLOCK_MONOTONIC`.
package struct RouteWatch: Sendable {
    /// Where a stream was before it was moved.
    private struct Move: Sendable {
        let from: UInt32
        let time: Duration
    }

    /// A sink that is there.
    private struct Present: Sendable {
        var sink: AudioSink
        /// When it came; nil if it was there when the server answered.
        let since: Duration?
    }

    /// A loss that was told.
    private struct Told: Sendable {
        let card: UInt32?
        let port: String
        let streams: Set<UInt32>
        let time: Duration
    }

    /// How long the new sink of a card is awaited whose use has changed (rule I21).
    static let cardWait = Duration.milliseconds(300)
    /// How long after a change of a card's use the port that was used before may still turn out to be unplugged (rule I115).
    static let portWait = Duration.seconds(1)
    /// How long the same sink is awaited when there is no other one (rule I21).
    static let silenceWait = Duration.seconds(2)
    /// How long the same sink is awaited after the session manager is back (rule I102).
    static let managerWait = Duration.seconds(2)
    /// How long before its end a sink's streams may have been moved.
    static let moveTime = Duration.milliseconds(100)
    /// Filters that pass sound on to each other.
    static let mostFilters = 8
    /// The most sinks that are awaited at a time. The loss of one more pauses nobody.
    static let mostPending = 64

    private var sinks: [UInt32: Present] = [:]
    private var cards = CardPorts()
    package private(set) var streams: [UInt32: AudioStream] = [:]
    private var moves: [UInt32: Move] = [:]
    private var former = FormerLinks()
    private var pending: [PendingLoss] = []
    private var losses: [RouteLoss] = []
    /// What was told of sinks, by their number.
    private var told: [UInt32: Told] = [:]
    /// Whether the server has told of everything that was there when it first answered.
    package private(set) var isListed = false
    private var isManagerGone = false

    package init() {}

    /// What is lost since the last call.
    package mutating func takeLosses() -> [RouteLoss] {
        defer { losses = [] }
        return losses
    }

    /// When ``advance(to:)`` has to be called if nothing happens before; nil for never.
    package var nextDeadline: Duration? { pending.compactMap(\.deadline).min() }

    /// Lets time pass: what has not come again is lost.
    package mutating func advance(to now: Duration) {
        guard pending.contains(where: { $0.isLate(at: now) }) else { return }
        for var late in takePending(where: { $0.isLate(at: now) }) {
            switch late.reason {
            case .port: break
            case .card where !hasHardware && now < late.since + Self.silenceWait:
                // Nothing is heard. Its card may only be slow.
                late.deadline = late.since + Self.silenceWait
                pending.append(late)
            case .card, .silence: tell(late.loss, at: now)
            case .manager: if hasHardware { tell(late.loss, at: now) }
            }
        }
    }

    /// Takes a fact.
    package mutating func take(_ fact: AudioFact, at now: Duration) {
        advance(to: now)
        switch fact {
        case .connected, .disconnected:
            // A server that ends takes its sinks with it: that does not count as a loss (rule I101).
            self = RouteWatch(losses: losses)
        case .listed: isListed = true
        case .sink(let sink): changed(sink, at: now)
        case .sinkGone(let index): if let sink = sinks[index]?.sink { gone(sink, at: now) }
        case .card(let card): changed(card, at: now)
        case .cardGone(let index):
            cards.remove(index)
            for waiting in takePending(where: { $0.reason == .card(index) }) { left(waiting, at: now) }
        case .jackGone(let index):
            guard let jack = sinks[index]?.sink, jack.kind == .jack else { break }
            losses.append(loss(of: jack, isUnplugged: true, at: now))
            sinks[index] = nil
        case .stream(let stream):
            if let before = streams[stream.index], let sink = before.sink, sink != stream.sink {
                noteLinks(through: before, at: now)
                moves[stream.index] = Move(from: sink, time: now)
            }
            streams[stream.index] = stream
        case .streamGone(let index):
            if let stream = streams[index] { noteLinks(through: stream, at: now) }
            streams[index] = nil
            moves[index] = nil
        case .managerGone: managerLeft()
        case .managerBack: managerCame(at: now)
        case .tooMany, .capture, .captureGone, .defaultSink, .answered, .lowered: break
        }
    }

    private init(losses: [RouteLoss]) {
        self.losses = losses
    }

    // MARK: Places

    /// The sink on which a stream is heard, also through filters; nil if that is not known.
    package func output(of stream: AudioStream) -> AudioSink? {
        guard let device = stream.sink, let sink = sinks[end(of: device)]?.sink else { return nil }
        switch sink.kind {
        case .hardware, .jack: return sink
        case .filter, .virtual: return nil
        }
    }

    /// Whether nothing of a stream is heard: it is, or the sink to which it plays is muted, or that in which its filters end
    /// (rule AWAKE4).
    package func isSilent(_ stream: AudioStream) -> Bool {
        if stream.isSilent { return true }
        guard let device = stream.sink else { return false }
        return sinks[device]?.sink.isMuted ?? false || sinks[end(of: device)]?.sink.isMuted ?? false
    }

    /// Where a sink is heard.
    package func place(of sink: AudioSink) -> AudioPlace {
        AudioPlace(sink: sink.name, card: cards.name(of: sink.card), port: sink.port)
    }

    /// Whether something that was heard there would be heard there now (rules I46 and I117).
    package func has(_ place: AudioPlace) -> Bool {
        if cards.isUnplugged(place) { return false }
        if hasSink(of: place) { return true }
        // The card is there, and is used in another way, or will be in a moment.
        guard let card = cards.card(of: place), cards.isUsed(card) else { return false }
        return sinks.values.contains { $0.sink.card == card && $0.sink.kind == .hardware }
            || pending.contains { $0.reason == .card(card) }
    }

    /// Whether a loss concerns what was heard somewhere: there, or at the same card, which is used in another way since.
    package func loss(_ loss: RouteLoss, concerns place: AudioPlace) -> Bool {
        if loss.place.sink == place.sink { return true }
        return place.card != 0 && loss.place.card == place.card && !hasSink(of: place)
    }

    /// Whether its card may still say that what was heard there was unplugged, or has no new sink yet (rule I115).
    package func isUndecided(_ place: AudioPlace) -> Bool {
        pending.contains { waiting in
            switch waiting.reason {
            case .card, .port: loss(waiting.loss, concerns: place)
            case .silence, .manager: false
            }
        }
    }

    /// The sink that is lost by a loss, when it is there again and nothing is unplugged (rule I174).
    package func back(_ loss: RouteLoss) -> AudioSink? {
        guard !cards.isUnplugged(loss.place) else { return nil }
        return sinks.values.first {
            $0.sink.name == loss.sink.name && $0.sink.port == loss.sink.port && $0.sink.kind == .hardware
        }?.sink
    }

    /// The port that a sink uses; nil if it is not there.
    package func port(of sink: String) -> String? { sinks.values.first { $0.sink.name == sink }?.sink.port }

    private func hasSink(of place: AudioPlace) -> Bool {
        sinks.values.contains { AudioPlace.mark($0.sink.name) == place.sink }
    }

    // MARK: Sinks and cards

    private var hasHardware: Bool { sinks.values.contains { $0.sink.kind == .hardware } }

    private mutating func changed(_ sink: AudioSink, at now: Duration) {
        let old = sinks[sink.index]
        let isNew = old?.sink.name != sink.name
        sinks[sink.index] = Present(sink: sink, since: isNew ? isListed ? now : nil : old?.since)
        if isNew {
            told[sink.index] = nil
            former.forget(sink.index)
            // Only a session manager makes the sink of a card, also one with a name that is not known.
            if isManagerGone, sink.card != nil { managerCame(at: now) }
            appeared(sink, at: now)
        } else if let old = old?.sink, old.port != sink.port, sink.kind == .hardware {
            pending.removeAll {
                $0.reason == .port && $0.loss.sink.index == sink.index && $0.loss.sink.port == sink.port
            }
            guard !old.port.isEmpty, !cards.isUnplugged(old.port, of: old.card) else { return }
            // The server may have chosen another port because this one was unplugged, and may say that later.
            wait(for: loss(of: old, isUnplugged: true, at: now), .port, until: now + Self.portWait, at: now)
        }
    }

    private mutating func changed(_ card: AudioCard, at now: Duration) {
        let unplugged = cards.take(card, at: now)
        // What is plugged in again may be lost again.
        told = told.filter { $0.value.card != card.index || card.empty.contains($0.value.port) }
        let lost = takePending { waiting in
            guard waiting.loss.sink.card == card.index else { return false }
            switch waiting.reason {
            case .card: return card.isOff || unplugged.contains(waiting.loss.sink.port)
            case .port: return unplugged.contains(waiting.loss.sink.port)
            case .silence, .manager: return false
            }
        }
        for waiting in lost { left(waiting, isUnplugged: unplugged.contains(waiting.loss.sink.port), at: now) }
        guard !unplugged.isEmpty else { return }
        // What waits for another reason is lost later, if it is: as something that was unplugged.
        for index in pending.indices where pending[index].loss.sink.card == card.index {
            if unplugged.contains(pending[index].loss.sink.port) { pending[index].loss.isUnplugged = true }
        }
        for index in sinks.keys.sorted() {
            guard let sink = sinks[index]?.sink, sink.kind == .hardware, sink.card == card.index,
                unplugged.contains(sink.port)
            else { continue }
            tell(loss(of: sink, isUnplugged: true, at: now), at: now)
        }
    }

    private mutating func appeared(_ sink: AudioSink, at now: Duration) {
        guard sink.kind == .hardware else { return }
        for index in pending.indices { pending[index].appeared(sink) }
        // The streams are heard on another one now.
        for waiting in takePending(where: { $0.isElsewhere(sink, at: now) }) { tell(waiting.loss, at: now) }
        pending.removeAll { $0.isBack(sink) }
    }

    private mutating func gone(_ sink: AudioSink, at now: Duration) {
        let isUnplugged = cards.isUnplugged(sink.port, of: sink.card)
        let loss = loss(of: sink, isUnplugged: isUnplugged, at: now)
        noteLink(of: sink, at: now)
        sinks[sink.index] = nil
        guard sink.kind == .hardware else { return }
        if isManagerGone {
            wait(for: loss, .manager, until: nil, at: now)
        } else if let card = sink.card, cards.isUsed(card), !isUnplugged {
            // The new sink may have come first.
            let isReplaced = sinks.values.contains { other in
                guard let since = other.since, other.sink.kind == .hardware else { return false }
                return other.sink.card == card && now - since <= Self.cardWait
            }
            let time = isReplaced ? Self.portWait : Self.cardWait
            wait(for: loss, isReplaced ? .port : .card(card), until: now + time, at: now)
        } else if !hasHardware {
            wait(for: loss, .silence, until: now + Self.silenceWait, at: now)
        } else {
            tell(loss, at: now)
        }
    }

    // MARK: What is awaited

    private mutating func wait(
        for loss: RouteLoss, _ reason: PendingLoss.Reason, until deadline: Duration?, at now: Duration
    ) {
        guard pending.count < Self.mostPending else { return }
        pending.append(PendingLoss(loss: loss, since: now, reason: reason, deadline: deadline))
    }

    private mutating func takePending(where isMeant: (PendingLoss) -> Bool) -> [PendingLoss] {
        let taken = pending.filter(isMeant)
        if !taken.isEmpty { pending.removeAll(where: isMeant) }
        return taken
    }

    /// The card of a sink has left, is off, or says that the sink was unplugged: its new sink does not come.
    private mutating func left(_ waiting: PendingLoss, isUnplugged: Bool = false, at now: Duration) {
        var waiting = waiting
        waiting.loss.isUnplugged = isUnplugged
        guard !hasHardware, now < waiting.since + Self.silenceWait else { return tell(waiting.loss, at: now) }
        wait(for: waiting.loss, .silence, until: waiting.since + Self.silenceWait, at: now)
    }

    /// Tells a loss, if it was not told before: a sink may go after its port.
    private mutating func tell(_ loss: RouteLoss, at now: Duration) {
        let streams = Set(loss.streams.map(\.index))
        if let before = told[loss.sink.index], now - before.time <= Self.portWait, streams.isSubset(of: before.streams)
        {
            return
        }
        if told.count >= Self.mostPending { told = [:] }
        told[loss.sink.index] = Told(card: loss.sink.card, port: loss.sink.port, streams: streams, time: now)
        losses.append(loss)
    }

    // MARK: The session manager

    /// What waits already waits for the manager too: no card gets another sink without it.
    private mutating func managerLeft() {
        isManagerGone = true
        pending.removeAll { $0.reason == .port }
        for index in pending.indices {
            pending[index].reason = .manager
            pending[index].deadline = nil
        }
    }

    private mutating func managerCame(at now: Duration) {
        isManagerGone = false
        for index in pending.indices where pending[index].reason == .manager {
            pending[index].deadline = now + Self.managerWait
        }
    }

    // MARK: Streams

    private func loss(of sink: AudioSink, isUnplugged: Bool, at now: Duration) -> RouteLoss {
        var lost: [AudioStream] = []
        var hasOthers = false
        for stream in streams.values.sorted(by: { $0.index < $1.index }) {
            if wasHeard(stream, on: sink.index, at: now) {
                lost.append(stream)
            } else if stream.isLive, stream.group.isEmpty {
                hasOthers = true
            }
        }
        return RouteLoss(
            sink: sink, place: place(of: sink), streams: lost, hasOtherStreams: hasOthers, isUnplugged: isUnplugged)
    }

    private func wasHeard(_ stream: AudioStream, on sink: UInt32, at now: Duration) -> Bool {
        if let device = stream.sink, led(device, to: sink, at: now) { return true }
        guard let move = moves[stream.index], now - move.time <= Self.moveTime else { return false }
        return led(move.from, to: sink, at: now)
    }

    // MARK: Filters

    /// Whether sound that goes to a device is heard on a sink, or was up to 100 ms ago.
    private func led(_ device: UInt32, to sink: UInt32, at now: Duration) -> Bool {
        var index = device
        for _ in 0..<Self.mostFilters {
            if index == sink { return true }
            index = end(of: index)
            if index == sink { return true }
            guard let next = former.next(of: index, at: now) else { return false }
            index = next
        }
        return false
    }

    /// Notes where the filters led whose stream goes or is moved.
    private mutating func noteLinks(through stream: AudioStream, at now: Duration) {
        guard !stream.group.isEmpty else { return }
        for present in sinks.values where present.sink.kind == .filter && present.sink.group == stream.group {
            noteLink(of: present.sink, at: now)
        }
    }

    private mutating func noteLink(of sink: AudioSink, at now: Duration) {
        if sink.kind == .filter, let next = next(of: sink) { former.note(sink.index, to: next, at: now) }
    }

    /// Where a filter's sound is heard.
    private func end(of device: UInt32) -> UInt32 {
        var index = device
        for _ in 0..<Self.mostFilters {
            guard let sink = sinks[index]?.sink, sink.kind == .filter, let next = next(of: sink) else { break }
            index = next
        }
        return index
    }

    /// The sink to which a filter passes sound on.
    private func next(of filter: AudioSink) -> UInt32? {
        streams.values.first { !filter.group.isEmpty && $0.group == filter.group }?.sink
            ?? sinks.values.first { !filter.master.isEmpty && $0.sink.name == filter.master }?.sink.index
    }
}
