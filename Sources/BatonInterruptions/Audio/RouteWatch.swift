// SPDX-License-Identifier: Apache-2.0

/// Notices that what streams were heard on is gone (rules I20 to I23 and I102).
///
/// A sink is lost when it is removed, or when what was plugged into it is unplugged. Streams that were on it then, or up to 100 ms
/// before, were heard there: servers move them as soon as the sink is gone. It reads no clock; times are those of
/// `CLOCK_MONOTONIC`.
package struct RouteWatch: Sendable {
    /// Where a stream was before it was moved.
    private struct Move: Sendable {
        let from: UInt32
        let time: Duration
    }

    /// A sink that is gone and may come again in another form.
    private struct Pending: Sendable {
        enum Reason: Sendable, Equatable {
            /// Its card is used in another way now, and should have another sink.
            case card(UInt32)
            /// There was no other sink, so nothing is heard.
            case silence
            /// The session manager took it away, and makes it anew when it is back.
            case manager
        }

        let sink: AudioSink
        let loss: RouteLoss
        var reason: Reason
        /// Nil while there is no session manager: nothing is heard.
        var deadline: Duration?

        func isLate(at now: Duration) -> Bool { deadline.map { $0 <= now } ?? false }
    }

    /// How long the new sink of a card is awaited whose use has changed (rule I21).
    static let cardWait = Duration.milliseconds(300)
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

    private var sinks: [UInt32: AudioSink] = [:]
    package private(set) var streams: [UInt32: AudioStream] = [:]
    private var moves: [UInt32: Move] = [:]
    private var pending: [Pending] = []
    private var losses: [RouteLoss] = []
    private var isManagerGone = false

    package init() {}

    /// What is lost since the last call.
    package mutating func takeLosses() -> [RouteLoss] {
        defer { losses = [] }
        return losses
    }

    /// When ``advance(to:)`` has to be called if nothing happens before; nil for never.
    package var nextDeadline: Duration? { pending.compactMap(\.deadline).min() }

    /// Lets time pass: what has not come again is lost, or if nothing is heard, not.
    package mutating func advance(to now: Duration) {
        for late in pending where late.isLate(at: now) {
            switch late.reason {
            case .card: losses.append(late.loss)
            case .silence: break
            case .manager: if sinks.values.contains(where: { $0.kind == .hardware }) { losses.append(late.loss) }
            }
        }
        pending.removeAll { $0.isLate(at: now) }
    }

    /// Takes a fact.
    package mutating func take(_ fact: AudioFact, at now: Duration) {
        advance(to: now)
        switch fact {
        case .connected, .disconnected:
            // What a server that ends takes away is no loss (rule I101).
            self = RouteWatch(losses: losses)
        case .sink(let sink):
            let isNew = sinks.updateValue(sink, forKey: sink.index)?.name != sink.name
            // Only a session manager makes the sink of a card, also one with a name that is not known.
            if isNew, isManagerGone, sink.card != nil { managerCame(at: now) }
            if isNew { appeared(sink) }
        case .sinkGone(let index, let hasProfileChanged):
            if let sink = sinks[index] { gone(sink, hasProfileChanged, at: now) }
            sinks[index] = nil
        case .portGone(let index):
            guard let sink = sinks[index], sink.kind == .hardware || sink.kind == .jack else { break }
            losses.append(loss(of: sink, at: now))
        case .stream(let stream):
            if let before = streams.updateValue(stream, forKey: stream.index)?.sink, before != stream.sink {
                moves[stream.index] = Move(from: before, time: now)
            }
        case .streamGone(let index):
            streams[index] = nil
            moves[index] = nil
        case .managerGone: managerLeft()
        case .managerBack: managerCame(at: now)
        case .listed, .tooMany, .capture, .captureGone: break
        }
    }

    /// A sink by its number; nil if it is not there.
    package func sink(_ index: UInt32) -> AudioSink? { sinks[index] }

    /// Whether a sink of this name is there.
    package func hasSink(named name: String) -> Bool { sinks.values.contains { $0.name == name } }

    private init(losses: [RouteLoss]) {
        self.losses = losses
    }

    // MARK: Sinks

    private mutating func appeared(_ sink: AudioSink) {
        guard sink.kind == .hardware else { return }
        var back: [Pending] = []
        for waiting in pending {
            switch waiting.reason {
            case .card(let card) where sink.card == card: break
            case .card: back.append(waiting)
            // It is the same, or the streams are heard on another one now.
            case .silence: if waiting.sink.name != sink.name { losses.append(waiting.loss) }
            // Sinks are made one after the other, and streams go to the first one until theirs is there.
            case .manager: if waiting.sink.name != sink.name { back.append(waiting) }
            }
        }
        pending = back
    }

    private mutating func gone(_ sink: AudioSink, _ hasProfileChanged: Bool, at now: Duration) {
        guard sink.kind == .hardware else { return }
        let loss = loss(of: sink, at: now)
        let others = sinks.values.contains { $0.kind == .hardware && $0.index != sink.index }
        if isManagerGone {
            wait(for: sink, loss, .manager, until: nil)
        } else if hasProfileChanged, let card = sink.card {
            wait(for: sink, loss, .card(card), until: now + Self.cardWait)
        } else if !others {
            wait(for: sink, loss, .silence, until: now + Self.silenceWait)
        } else {
            losses.append(loss)
        }
    }

    private mutating func wait(
        for sink: AudioSink, _ loss: RouteLoss, _ reason: Pending.Reason, until deadline: Duration?
    ) {
        guard pending.count < Self.mostPending else { return }
        pending.append(Pending(sink: sink, loss: loss, reason: reason, deadline: deadline))
    }

    // MARK: The session manager

    /// What waits already waits for the manager too: no card gets another sink without it.
    private mutating func managerLeft() {
        isManagerGone = true
        for index in pending.indices {
            pending[index].reason = .manager
            pending[index].deadline = nil
        }
    }

    private mutating func managerCame(at now: Duration) {
        isManagerGone = false
        for index in pending.indices { pending[index].deadline = now + Self.managerWait }
    }

    // MARK: Streams

    private func loss(of sink: AudioSink, at now: Duration) -> RouteLoss {
        var lost: [AudioStream] = []
        var hasOthers = false
        for stream in streams.values.sorted(by: { $0.index < $1.index }) {
            if wasHeard(stream, on: sink.index, at: now) {
                lost.append(stream)
            } else if stream.isLive, stream.group.isEmpty {
                hasOthers = true
            }
        }
        return RouteLoss(sink: sink, streams: lost, hasOtherStreams: hasOthers)
    }

    private func wasHeard(_ stream: AudioStream, on sink: UInt32, at now: Duration) -> Bool {
        if let device = stream.sink, device == sink || end(of: device) == sink { return true }
        guard let move = moves[stream.index], now - move.time <= Self.moveTime else { return false }
        return move.from == sink || end(of: move.from) == sink
    }

    /// Where a filter's sound is heard.
    private func end(of device: UInt32) -> UInt32 {
        var index = device
        for _ in 0..<Self.mostFilters {
            guard let sink = sinks[index], sink.kind == .filter else { break }
            let next =
                streams.values.first { !sink.group.isEmpty && $0.group == sink.group }?.sink
                ?? sinks.values.first { !sink.master.isEmpty && $0.name == sink.master }?.index
            guard let next else { break }
            index = next
        }
        return index
    }
}

/// A sink that is lost, and what was heard on it.
package struct RouteLoss: Equatable, Sendable {
    package let sink: AudioSink
    /// The streams that were on it, corked ones as well.
    package let streams: [AudioStream]
    /// Whether sound goes to other sinks: a player without a known stream may be heard there (rule I22).
    package let hasOtherStreams: Bool
    /// Whether everything that played may have been heard there: without a sound server nothing says where (rule I22).
    var concernsAll: Bool { sink.kind == .jack }

    /// Whether a player is concerned (rule I22).
    ///
    /// - Parameters:
    ///   - wasHeard: whether one of its streams was on the lost route.
    ///   - isKnown: whether the server tells of any stream of it.
    package func concerns(wasHeard: Bool, isKnown: Bool) -> Bool {
        if wasHeard || concernsAll { return true }
        return !isKnown && !streams.isEmpty && !hasOtherStreams
    }

    package init(sink: AudioSink, streams: [AudioStream], hasOtherStreams: Bool) {
        self.sink = sink
        self.streams = streams
        self.hasOtherStreams = hasOtherStreams
    }
}
