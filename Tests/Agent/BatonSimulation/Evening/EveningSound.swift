// SPDX-License-Identifier: Apache-2.0

import BatonAgent
import BatonInterruptions

/// A sound server in an evening: it shows what is plugged in, moves streams as servers do, ends and comes again, and a person records.
///
/// What it tells comes in any order in which a server may tell it, up to half a second late.
@MainActor
final class EveningSound {
    typealias Output = EveningOutputs.Output

    private unowned let world: World
    private let truth: Truth
    private var random: Random
    private(set) var outputs: EveningOutputs
    private var isThere = true
    /// What was shown: the numbers of sinks by their names, the cards, and the streams of players.
    private var shownSinks: [String: AudioSink] = [:]
    private var shownCards: [UInt32: AudioCard] = [:]
    private var shownStreams: [UInt32: AudioStream] = [:]
    private var next: UInt32 = 10
    private weak var listener: HostedAgent?
    /// The number of the stream that records, and whether it is muted.
    private var recording: (index: UInt32, isMuted: Bool)?
    /// Where each player was heard last.
    private var heardOn: [UInt32: Output] = [:]
    /// When an output of a name went last.
    private var goneAt: [String: Duration] = [:]
    /// The only output, which was lost, and when.
    private var onlyLost: (output: Output, at: Duration)?

    init(_ world: World, _ truth: Truth) {
        self.world = world
        self.truth = truth
        random = Random(seed: world.seed ^ 0x500D)
        var headsets: Set<Output> = []
        for output in [Output.headphones, .headset, .usb] where random.oneIn(2) { headsets.insert(output) }
        outputs = EveningOutputs(
            jack: random.pick(EveningOutputs.Jack.allCases), hasSpeaker: !random.oneIn(4), with: headsets)
        truth.whereHeard = { [weak self] in self?.heardOn[$0.transport.process]?.rawValue }
        truth.isPresent = { [weak self] name in self?.isPresent(name) ?? true }
    }

    /// Something happens to what is plugged in, the server, or the microphone.
    func step() throws {
        show()
        world.trace("evening: the sound, heard on \(outputs.heard.map(\.rawValue) ?? "nothing")")
        switch random.below(17) {
        case 0...4: unplug()
        case 5...7: plug()
        case 8: choose()
        case 9: changeProfile()
        case 10: serverRestarts()
        case 11, 12, 13: recording == nil ? beginCall() : endCall()
        case 14, 15: mute()
        default: sleep()
        }
    }

    // MARK: Outputs

    private func remove(_ output: Output) {
        outputs.unplug(output)
        goneAt[output.rawValue] = world.now
    }

    /// Whether something is heard on an output of this name, or was a moment ago: the agent's Play may have been on its way.
    private func isPresent(_ name: String) -> Bool {
        outputs.present.contains { $0.rawValue == name }
            || goneAt[name].map { world.now - $0 < .milliseconds(100) } ?? false
    }

    private func unplug() {
        guard let output = outputs.heard, output != .speaker else { return }
        let isOnly = !outputs.hasAnother(than: output)
        // Servers move a stream a moment after it has begun: it is heard there for certain.
        world.run(for: .milliseconds(500))
        show()
        let heard = world.players.filter { heardOn[$0.transport.process] == output && $0.status == "Playing" }
        truth.happens()
        remove(output)
        // With nothing else to be heard on it is awaited for two seconds (rule I21).
        let comesBack = isOnly && random.oneIn(2)
        if isThere, !comesBack {
            onlyLost = isOnly ? (output, world.now) : nil
            truth.lose(heard, "\(output) is gone")
        }
        show()
        guard comesBack else { return }
        world.run(for: random.milliseconds(0...1200))
        outputs.plug(output)
        show()
    }

    private func plug() {
        let absent = Output.allCases.filter { $0 != .speaker && !outputs.present.contains($0) }
        guard !absent.isEmpty else { return }
        let output = random.pick(absent)
        if onlyLost?.output == output { isAwaitedNoMore() }
        outputs.plug(output)
        show()
    }

    /// The only output is back within the two seconds in which it is awaited, or the server ends in them: nothing is lost (rules I21,
    /// I101 and I116). The agent may have heard of its end a moment later.
    private func isAwaitedNoMore() {
        guard let lost = onlyLost, world.now - lost.at <= .milliseconds(2100) else { return }
        truth.withdraw("\(lost.output) is gone", since: lost.at)
        onlyLost = nil
    }

    /// The user chooses another output: nothing is lost.
    private func choose() {
        let all = outputs.present.sorted { $0.rawValue < $1.rawValue }.filter {
            $0 != .speaker || outputs.sinkName(of: $0) != nil
        }
        guard !all.isEmpty else { return }
        outputs.chosen = random.pick(all)
        show()
    }

    /// A headset is used for a call, or for music again: nothing is lost.
    private func changeProfile() {
        outputs.isHeadsetProfile.toggle()
        show()
    }

    // MARK: The server

    private func serverRestarts() {
        isThere = false
        isAwaitedNoMore()
        tell([.disconnected])
        (shownSinks, shownCards, shownStreams) = ([:], [:], [:])
        let wasRecording = recording != nil
        if wasRecording { stopRecording() }
        // Who unplugs meanwhile is seen by nobody.
        if random.oneIn(2), let output = outputs.heard, output != .speaker { remove(output) }
        world.run(for: random.milliseconds(100...3000))
        isThere = true
        list()
    }

    /// A new agent, a server that is back, or a helper that is: everything is listed.
    private func list() {
        listener = world.agent
        (shownSinks, shownCards, shownStreams) = ([:], [:], [:])
        tell([.connected])
        show()
        if let recording { tell([.capture(capture(recording))]) }
        tell([.listed])
    }

    /// A player is heard, or not any more: the server tells that a little later.
    func listen(to player: SimulatedPlayer) {
        player.onSound = { [weak self, weak player] in
            guard let self else { return }
            player?.after(random.milliseconds(0...500)) { [weak self] in
                guard let self, isThere, listener === world.agent, world.agent?.hearsSound == true else { return }
                tell(streamFacts())
            }
        }
    }

    /// Tells what has changed, in an order in which a server may tell it.
    func show() {
        guard isThere, let agent = world.agent else { return }
        if listener !== agent || !agent.hearsSound { return list() }
        let (cards, sinks) = (cardFacts(), sinkFacts())
        // A card's ports may be known only after its profile has changed. What is known of a card is told before its sinks.
        // A card that leaves is told with its sinks.
        let leaves = cards.contains { if case .cardGone = $0 { true } else { false } }
        let isLate = random.oneIn(3) && !sinks.isEmpty && !leaves
        if !isLate { tell(cards) }
        for fact in sinks {
            tell([fact])
            if random.oneIn(3) { world.run(for: random.milliseconds(0...20)) }
        }
        tell(streamFacts())
        guard isLate, !cards.isEmpty else { return }
        world.run(for: random.milliseconds(0...500))
        tell(cards)
    }

    private func cardFacts() -> [AudioFact] {
        var facts: [AudioFact] = []
        let cards = outputs.cards
        for card in cards where shownCards[card.index] != card { facts.append(.card(card)) }
        for index in shownCards.keys.sorted() where !cards.contains(where: { $0.index == index }) {
            facts.append(.cardGone(index))
        }
        shownCards = Dictionary(uniqueKeysWithValues: cards.map { ($0.index, $0) })
        return facts
    }

    private func sinkFacts() -> [AudioFact] {
        var gone: [AudioFact] = []
        var come: [AudioFact] = []
        let sinks = outputs.sinks
        for (name, sink) in shownSinks.sorted(by: { $0.key < $1.key }) where !sinks.contains(where: { $0.name == name })
        {
            gone.append(.sinkGone(sink.index))
            shownSinks[name] = nil
        }
        for sink in sinks where shownSinks[sink.name]?.port != sink.port {
            let shown = AudioSink(
                index: shownSinks[sink.name]?.index ?? number(), kind: .hardware, transport: sink.transport,
                name: sink.name, card: sink.card, port: sink.port)
            shownSinks[sink.name] = shown
            come.append(.sink(shown))
        }
        return gone + come
    }

    /// Where players are heard: each that plays has a stream.
    private func streamFacts() -> [AudioFact] {
        var facts: [AudioFact] = []
        let sink = outputs.heard.flatMap(outputs.sinkName(of:)).flatMap { shownSinks[$0]?.index }
        for player in world.players where player.isThere {
            let process = player.transport.process
            let isPlaying = player.status == "Playing"
            if isPlaying { heardOn[process] = outputs.heard }
            let stream = AudioStream(
                index: shownStreams[process]?.index ?? number(), sink: sink, isLive: isPlaying, process: process,
                application: "player")
            guard shownStreams[process] != stream, isPlaying || shownStreams[process] != nil else { continue }
            shownStreams[process] = stream
            facts.append(.stream(stream))
        }
        return facts
    }

    private func tell(_ facts: [AudioFact]) {
        guard let agent = world.agent, !facts.isEmpty else { return }
        for fact in facts { world.trace("sound → agent \(fact)") }
        agent.hears(facts)
    }

    private func number() -> UInt32 {
        next += 1
        return next
    }

    // MARK: Calls

    private func capture(_ recording: (index: UInt32, isMuted: Bool)) -> AudioStream {
        AudioStream(index: recording.index, isMuted: recording.isMuted, application: "chat")
    }

    func beginCall() {
        let new = (index: number(), isMuted: false)
        recording = new
        truth.happens()
        tell([.capture(capture(new))])
        // A call begins when a stream has recorded for half a second (rule I28).
        world.run(for: .milliseconds(900))
        truth.begin("a call")
    }

    func endCall() {
        guard let recording else { return }
        tell([.captureGone(recording.index)])
        stopRecording()
        // One that begins within a second and a half is the same call (rule I28).
        world.run(for: .seconds(2))
    }

    private func stopRecording() {
        recording = nil
        truth.end("a call")
    }

    /// The microphone is muted in the call, or not any more: the call goes on.
    func mute() {
        guard var muted = recording else { return }
        muted.isMuted.toggle()
        recording = muted
        truth.happens()
        tell([.capture(capture(muted))])
    }

    // MARK: Sleep

    /// The machine sleeps, and a plug may be pulled meanwhile or in the seconds after.
    private func sleep() {
        guard let login = truth.login?(), login.isThere else { return }
        beginSleep(login)
        let pulls = random.below(3)
        if pulls == 0, let output = outputs.heard, output != .speaker {
            remove(output)
            show()
        }
        endSleep(login)
        if pulls == 1 { unplugAwake() }
        world.run(for: .seconds(5))
    }

    func beginSleep(_ login: SimulatedLogin) {
        truth.begin("sleep")
        login.sleep(true)
        world.run(for: .milliseconds(700))
    }

    func endSleep(_ login: SimulatedLogin) {
        login.sleep(false)
        truth.end("sleep")
    }

    /// A plug is pulled just after the machine has woken. Devices are back after a second: what plays then pauses at once (rule I27).
    private func unplugAwake() {
        let wait = random.milliseconds(0...2500)
        world.run(for: wait)
        guard let output = outputs.heard, output != .speaker else { return }
        show()
        world.run(for: .milliseconds(20))
        show()
        let heard = world.players.filter { heardOn[$0.transport.process] == output && $0.status == "Playing" }
        let isAwaited = !outputs.hasAnother(than: output)
        remove(output)
        if isThere, wait > .milliseconds(1200), !isAwaited, truth.login?()?.isThere == true {
            truth.lose(heard, "\(output) is gone after waking", within: .milliseconds(1100))
        }
        show()
    }

    /// The agent that heard is gone; the next one takes what lasts as having begun before.
    func agentRestarted() { show() }

    /// Whether nobody records, and all that is shown is so.
    var isCalm: Bool { isThere && recording == nil }

    /// The person's call is over.
    func endAll() { endCall() }
}
