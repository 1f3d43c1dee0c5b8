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
    private var next: UInt32 = 1
    /// The agent that was told so far.
    private weak var listener: HostedAgent?

    init(_ world: World) {
        self.world = world
        // Numbers of its own: what the other peers of a seed do stays the same.
        random = Random(seed: world.seed ^ 0x50D0)
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
        case 7, 8, 9, 10: playersPlay()
        case 11: moveStream()
        case 12: endStream()
        case 13, 14, 15: beginCapture()
        case 16, 17: endCapture()
        case 18: flap()
        default: nonsense()
        }
    }

    // MARK: The server

    /// A new agent, or the first one: it is told what is there.
    private func introduce() {
        listener = world.agent
        if isThere { list() }
    }

    private func serverComes() {
        isThere = true
        sinks = [:]
        for _ in 0..<(1 + random.below(3)) { put(newSink()) }
        list()
    }

    private func serverEnds() {
        isThere = false
        sinks = [:]
        streams = [:]
        captures = []
        tell([.disconnected])
    }

    private func list() {
        tell([.connected])
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
            card: random.oneIn(3) ? UInt32(random.below(2)) : nil, group: random.oneIn(4) ? "g" : "",
            master: random.oneIn(4) ? "sink\(random.below(4))" : "")
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
        sinks[index] = nil
        tell([.sinkGone(index, hasProfileChanged: random.oneIn(3))])
    }

    /// Headphones are unplugged: their sink stays.
    private func unplug() {
        if let index = anySink() { tell([.portGone(index)]) }
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
            tell([isThere ? .sinkGone(index, hasProfileChanged: false) : .portGone(index)])
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
            tell([.stream(stream)])
        }
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
        tell([.capture(capture(index))])
    }

    private func endCapture() {
        guard !captures.isEmpty else { return }
        let index = random.pick(captures.sorted())
        captures.remove(index)
        tell([.captureGone(index)])
    }

    /// Facts that no server tells in this order.
    private func nonsense() {
        let index = UInt32(truncatingIfNeeded: random.next())
        tell([
            random.pick([
                .listed, .tooMany, .sinkGone(index, hasProfileChanged: true), .portGone(index), .streamGone(index),
                .captureGone(index), .connected, .stream(AudioStream(index: index, sink: index, process: index)),
            ])
        ])
        // Who is told of a new connection knows nothing any more.
        listener = nil
    }
}
