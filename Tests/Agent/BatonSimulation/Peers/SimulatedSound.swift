// SPDX-License-Identifier: Apache-2.0

import BatonAgent
import BatonInterruptions

/// A sound server with its outputs, what players play there, and programs that record: the facts that `baton-audio` would tell.
/// While there is none, the jacks of the sound cards.
///
/// It comes, ends, changes and tells nonsense as its own random numbers say.
@MainActor
final class SimulatedSound {
    private unowned let world: World
    private var random: Random
    private var isThere = false
    private var sinks: [UInt32: AudioSink] = [:]
    private var streams: [UInt32: AudioStream] = [:]
    private var captures: Set<UInt32> = []
    /// What is said of the two cards; one that is not there was never told of, or has left.
    private var cards: [UInt32: AudioCard] = [:]
    private var next: UInt32 = 1
    /// The agent that was told so far.
    private weak var listener: HostedAgent?
    /// The programs that began to record while the agent listened: they are a call.
    private var recording: Set<UInt32> = []
    /// When the first of them began, when an earlier one did whose call may go on, and when the last one ended.
    private var recordingSince = Duration.zero
    private var callBegun = Duration.zero
    private var recordingEnd: Duration?
    /// Whether a player has said that it is a call itself: then it is not known whom the call concerns.
    private var hasPhone = false
    /// Whether a program records, or did since the first of ``recording`` began, that the agent found recording.
    private var isOld = false
    private var hasManager = true

    init(_ world: World) {
        self.world = world
        // Numbers of its own: what the other peers of a seed do stays the same.
        random = Random(seed: world.seed ^ 0x50D0)
        // Most machines have a server from the beginning.
        isThere = !random.oneIn(4)
        if isThere { for _ in 0..<(1 + random.below(3)) { put(newSink()) } }
    }

    /// Something happens, or nothing.
    func step() {
        guard world.agent != nil else { return }
        if listener !== world.agent { introduce() }
        guard random.oneIn(3) else { return }
        switch random.below(20) {
        case 0: isThere ? serverEnds() : serverComes()
        case 1, 2, 3: isThere ? addSink() : plugIn()
        case 4, 5: removeSink()
        case 6: unplug()
        case 7, 8: playersPlay()
        case 9, 10: afternoon()
        case 11: moveStream()
        case 12: endStream()
        case 13, 14, 15: beginCapture()
        case 16, 17: endCapture()
        case 18: random.oneIn(2) ? flap() : managerRestarts()
        default: nonsense()
        }
    }

    // MARK: The server

    /// A new agent, or the first one: it is told what is there.
    private func introduce() {
        listener = world.agent
        forgetCall()
        if isThere { list() }
    }

    private func serverComes() {
        isThere = true
        sinks = [:]
        hasPhone = false
        hasManager = true
        for _ in 0..<(1 + random.below(3)) { put(newSink()) }
        list()
    }

    private func serverEnds() {
        isThere = false
        sinks = [:]
        cards = [:]
        streams = [:]
        captures = []
        forgetCall()
        tell([.disconnected])
    }

    /// Everybody goes, one after the other; the server stays.
    func leave() {
        guard world.agent != nil else { return }
        // What nonsense has told without a server ends with it.
        guard isThere else { return tell([.disconnected]) }
        if listener !== world.agent { introduce() }
        for index in streams.keys.sorted() { tell([.streamGone(index)]) }
        for index in captures.sorted() { tell([.captureGone(index)]) }
        for index in sinks.keys.sorted() { tell([.sinkGone(index)]) }
        (streams, captures, sinks) = ([:], [], [:])
        forgetCall()
    }

    private func list() {
        tell([.connected])
        for card in 0..<2 as Range<UInt32> where random.oneIn(2) { cards[card] = newCard(card) }
        tell(cards.keys.sorted().compactMap { cards[$0].map { .card($0) } })
        tell(sinks.values.sorted { $0.index < $1.index }.map { .sink($0) })
        tell(streams.values.sorted { $0.index < $1.index }.map { .stream($0) })
        tell(captures.sorted().map { .capture(capture($0)) })
        tell([.listed])
    }

    private func tell(_ facts: [AudioFact]) {
        guard let agent = world.agent, !facts.isEmpty else { return }
        for fact in facts { world.trace("sound → agent \(fact)") }
        // What follows from a fact may come later: a call begins after half a second, a silence is a loss after two.
        world.watcher.interruptions.begin(at: world.now + .milliseconds(2100))
        world.watcher.model.hasSound = true
        agent.hears(facts)
    }

    private func number() -> UInt32 {
        next += 1
        return next
    }

    // MARK: Outputs

    private func newSink() -> AudioSink {
        let index = number()
        return AudioSink(
            index: index, kind: random.pick([.hardware, .hardware, .hardware, .filter, .virtual]),
            transport: random.pick([.analog, .bluetooth, .hdmi, .usb]), name: "sink\(random.below(4))",
            card: random.oneIn(3) ? UInt32(random.below(2)) : nil, port: random.pick(["", "a", "b"]),
            group: random.oneIn(4) ? "g" : "", master: random.oneIn(4) ? "sink\(random.below(4))" : "")
    }

    private func put(_ sink: AudioSink) { sinks[sink.index] = sink }

    private func addSink() {
        let sink = newSink()
        put(sink)
        tell([.sink(sink)])
    }

    private func anySink() -> UInt32? { sinks.isEmpty ? nil : random.pick(sinks.keys.sorted()) }

    private func removeSink() {
        guard isThere, let index = anySink() else { return }
        remove(index)
    }

    private func remove(_ index: UInt32) {
        guard let sink = sinks.removeValue(forKey: index) else { return }
        // Of a card that is there the new sink is awaited, unless this one was unplugged.
        let isLost = sink.kind == .hardware && sink.card.flatMap { cards[$0] } == nil
        let isElsewhere = sinks.values.contains { $0.kind == .hardware }
        if isLost, isElsewhere, hasManager { notePlayers(on: index) }
        tell([.sinkGone(index)])
    }

    /// A card is plugged in or out, is used in another way, or something is plugged in or out of it.
    private func changeCard() {
        let index = UInt32(random.below(2))
        guard random.oneIn(4), cards[index] != nil else {
            let card = newCard(index)
            cards[index] = card
            return tell([.card(card)])
        }
        cards[index] = nil
        tell([.cardGone(index)])
    }

    private func newCard(_ index: UInt32) -> AudioCard {
        AudioCard(
            index: index, name: "card\(index)", isOff: random.oneIn(8), plugged: random.oneIn(2) ? ["a"] : [],
            empty: random.oneIn(2) ? ["b"] : random.oneIn(2) ? ["a"] : [])
    }

    /// The players that certainly have no output now (rule I22): the agent knows their processes.
    private func notePlayers(on sink: UInt32) {
        guard world.isCalm, world.watcher.plays.isAwake(at: world.now) else { return }
        let processes = Set(streams.values.filter { $0.sink == sink }.compactMap(\.process))
        for player in world.players where player.isThere && processes.contains(player.transport.process) {
            guard let since = player.ownsSince, world.now - since > .seconds(3) else { continue }
            world.watcher.plays.lose(player.name, at: world.now)
        }
    }

    /// PipeWire's session manager ends, and takes its sinks with it. It may be back, with all of them or not.
    private func managerRestarts() {
        guard isThere else { return }
        hasManager = false
        tell([.managerGone])
        let former = sinks.values.sorted { $0.index < $1.index }
        sinks = [:]
        for sink in former { tell([.sinkGone(sink.index)]) }
        world.run(for: random.milliseconds(0...3000))
        guard isThere, world.agent != nil, listener === world.agent, !random.oneIn(5) else { return }
        hasManager = true
        tell([.managerBack])
        for sink in former where !random.oneIn(4) {
            world.run(for: random.milliseconds(0...800))
            let new = AudioSink(
                index: number(), kind: sink.kind, transport: sink.transport, name: sink.name, card: sink.card,
                group: sink.group, master: sink.master)
            put(new)
            tell([.sink(new)])
        }
    }

    /// Headphones are unplugged: their sink stays.
    private func unplug() {
        guard isThere else {
            if let index = anySink() { tell([.jackGone(index)]) }
            return
        }
        changeCard()
    }

    private func plugIn() {
        let jack = AudioSink(index: UInt32(random.below(8)), kind: .jack, name: "jack")
        put(jack)
        tell([.sink(jack)])
    }

    /// A loose contact.
    private func flap() {
        guard let index = anySink(), let sink = sinks[index] else { return }
        for _ in 0..<5 {
            tell([isThere ? .sinkGone(index) : .jackGone(index)])
            world.run(for: random.milliseconds(0...300))
            tell([.sink(sink)])
        }
    }

    // MARK: Streams

    private func playersPlay() {
        guard isThere else { return }
        for player in world.players where player.isThere && random.oneIn(2) {
            let stream = AudioStream(
                index: number(), sink: anySink(), isLive: !random.oneIn(4), process: player.transport.process,
                application: "player", role: random.oneIn(10) ? "phone" : "music")
            streams[stream.index] = stream
            if stream.isLive { world.watcher.plays.sounds(player.name, at: world.now) }
            if stream.role == "phone" { hasPhone = true }
            noteCall()
            tell([.stream(stream)])
        }
    }

    /// Music, a call, and perhaps an empty battery in it: what happens by chance too, but seldom in this order.
    private func afternoon() {
        let fitting = world.players.filter { player in
            player.isThere && player.manner == .healthy && player.names.count == 1
                && player.ownsSince.map { world.now - $0 > .seconds(3) } ?? false
        }
        guard isThere, hasManager, listener === world.agent, !fitting.isEmpty else { return }
        let player = random.pick(fitting)
        let index = number()
        for name in ["headset", "laptop"] {
            let sink = AudioSink(index: name == "headset" ? index : number(), name: name)
            put(sink)
            tell([.sink(sink)])
        }
        let stream = AudioStream(index: number(), sink: index, process: player.transport.process, application: "player")
        streams[stream.index] = stream
        tell([.stream(stream)])
        player.setStatus("Playing")
        world.run(for: random.milliseconds(0...300))
        let isInCall = !random.oneIn(3)
        if isInCall { beginCapture() }
        world.run(for: random.milliseconds(0...1500))
        if random.oneIn(2) { remove(index) }
        world.run(for: random.milliseconds(0...1500))
        // At times somebody else still records: the call goes on.
        if isInCall, !random.oneIn(3) { for capture in captures.sorted() { end(capture) } }
        world.run(for: random.milliseconds(0...3000))
    }

    private func moveStream() {
        guard !streams.isEmpty, var stream = streams[random.pick(streams.keys.sorted())] else { return }
        stream.sink = anySink()
        stream.isLive = random.oneIn(2)
        streams[stream.index] = stream
        tell([.stream(stream)])
    }

    private func endStream() {
        guard !streams.isEmpty else { return }
        let index = random.pick(streams.keys.sorted())
        streams[index] = nil
        tell([.streamGone(index)])
    }

    private func capture(_ index: UInt32) -> AudioStream { AudioStream(index: index, application: "chat") }

    private func beginCapture() {
        guard isThere else { return }
        let index = number()
        captures.insert(index)
        if recording.isEmpty {
            recordingSince = world.now
            // A call goes on for a while after its last program.
            if recordingEnd.map({ world.now - $0 > .seconds(3) }) ?? true { callBegun = world.now }
        }
        recording.insert(index)
        noteCall()
        tell([.capture(capture(index))])
    }

    /// A call begins half a second after the first program has begun to record, and lasts as long as one does.
    private func noteCall() {
        // One that was there before the agent listened may be a call of an earlier agent, which this one goes on with.
        if recording.isEmpty {
            isOld = false
        } else if !captures.subtracting(recording).isEmpty {
            isOld = true
        }
        let isCertain = !recording.isEmpty && !hasPhone && !isOld
        world.watcher.plays.call = isCertain ? (callBegun, recordingSince + .milliseconds(600)) : nil
    }

    private func forgetCall() {
        recording = []
        recordingEnd = world.now
        noteCall()
    }

    private func endCapture() {
        if !captures.isEmpty { end(random.pick(captures.sorted())) }
    }

    private func end(_ index: UInt32) {
        captures.remove(index)
        if recording.remove(index) != nil, recording.isEmpty { recordingEnd = world.now }
        noteCall()
        tell([.captureGone(index)])
    }

    /// Facts that no server tells in this order.
    private func nonsense() {
        let index = UInt32(truncatingIfNeeded: random.next())
        tell([
            random.pick([
                .listed, .tooMany, .sinkGone(index), .jackGone(index), .cardGone(index), .streamGone(index),
                .captureGone(index), .connected, .stream(AudioStream(index: index, sink: index, process: index)),
            ])
        ])
        // Who is told of a new connection knows nothing any more.
        listener = nil
        forgetCall()
    }
}
