// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions

/// What is at the sound server, and the facts that follow when it changes. Its size is bounded (rule I114).
struct ServerPicture {
    /// The most objects of a kind.
    static let mostObjects = 1024

    private(set) var sinks: [UInt32: AudioSink] = [:]
    private var sources: [UInt32: ServerSource] = [:]
    private var clients: [UInt32: ServerClient] = [:]
    private var cards: [UInt32: AudioCard] = [:]
    private var streams: [UInt32: ServerStream] = [:]
    private var captures: [UInt32: ServerStream] = [:]
    private var toldStreams: [UInt32: AudioStream] = [:]
    private var toldCaptures: [UInt32: AudioStream] = [:]
    /// The sink that new streams get; nil until the server has said it.
    private var defaultSink: String?
    /// Whether a session manager is there; nil as long as none was seen (rule I102).
    private(set) var hasManager: Bool?
    /// What has happened and was not told yet.
    var facts: [AudioFact] = []

    // MARK: Lists

    /// Takes the list of all sinks.
    ///
    /// - Returns: sinks that are not in it any more.
    mutating func setSinks(_ list: [AudioSink]) -> [AudioSink] {
        var present: Set<UInt32> = []
        for new in list {
            present.insert(new.index)
            if sinks.updateValue(new, forKey: new.index) != new { facts.append(.sink(new)) }
        }
        return sinks.keys.sorted().filter { !present.contains($0) }.compactMap { sinks.removeValue(forKey: $0) }
    }

    /// Takes the name of the sink that new streams get.
    mutating func setDefaultSink(_ name: String) {
        if defaultSink != name { facts.append(.defaultSink(name)) }
        defaultSink = name
    }

    /// Takes a sink away.
    mutating func removeSink(_ index: UInt32) -> AudioSink? { sinks.removeValue(forKey: index) }

    mutating func setSources(_ list: [(UInt32, ServerSource)]) {
        sources = Dictionary(list) { _, last in last }
        tellCaptures()
    }

    mutating func setClients(_ list: [(UInt32, ServerClient)]) {
        clients = Dictionary(list) { _, last in last }
        if clients.values.contains(where: \.isManager) {
            if hasManager == false { facts.append(.managerBack) }
            hasManager = true
        }
        tellStreams()
        tellCaptures()
    }

    mutating func setCard(_ card: AudioCard) {
        guard cards[card.index] != nil || cards.count < Self.mostObjects else { return }
        if cards.updateValue(card, forKey: card.index) != card { facts.append(.card(card)) }
    }

    mutating func removeCard(_ index: UInt32) {
        if cards.removeValue(forKey: index) != nil { facts.append(.cardGone(index)) }
    }

    /// Takes a client away. That a list does not have the session manager says nothing: a list may be cut (rule I114).
    mutating func removeClient(_ index: UInt32) {
        guard let client = clients.removeValue(forKey: index), client.isManager,
            !clients.values.contains(where: \.isManager)
        else { return }
        hasManager = false
        facts.append(.managerGone)
    }

    mutating func setStreams(_ list: [ServerStream]) {
        streams = Dictionary(list.map { ($0.index, $0) }) { _, last in last }
        tellStreams()
    }

    /// The streams that play, with their volumes.
    var volumes: [(AudioStream, StreamVolume)] {
        streams.keys.sorted().compactMap { index in
            guard let told = toldStreams[index], let volume = streams[index]?.volume else { return nil }
            return (told, volume)
        }
    }

    mutating func setCaptures(_ list: [ServerStream]) {
        captures = Dictionary(list.map { ($0.index, $0) }) { _, last in last }
        tellCaptures()
    }

    mutating func removeStream(_ index: UInt32) {
        streams[index] = nil
        tellStreams()
    }

    mutating func removeCapture(_ index: UInt32) {
        captures[index] = nil
        tellCaptures()
    }

    // MARK: Facts

    private mutating func tellStreams() {
        for index in toldStreams.keys.sorted() where streams[index] == nil {
            toldStreams[index] = nil
            facts.append(.streamGone(index))
        }
        for index in streams.keys.sorted() {
            guard let stream = streams[index] else { continue }
            let fact = fact(stream, sink: stream.device, isLive: stream.isLive)
            if toldStreams.updateValue(fact, forKey: index) != fact { facts.append(.stream(fact)) }
        }
    }

    private mutating func tellCaptures() {
        for index in toldCaptures.keys.sorted() where captures[index] == nil {
            toldCaptures[index] = nil
            facts.append(.captureGone(index))
        }
        for index in captures.keys.sorted() {
            guard let capture = captures[index] else { continue }
            let source = capture.device.flatMap { sources[$0] }
            var fact = fact(capture, sink: nil, isLive: capture.isLive && source?.isMicrophone ?? false)
            fact.isMuted = capture.isMuted || source?.isMuted ?? false
            if toldCaptures.updateValue(fact, forKey: index) != fact { facts.append(.capture(fact)) }
        }
    }

    /// What a stream does not say of itself its client says.
    private func fact(_ stream: ServerStream, sink: UInt32?, isLive: Bool) -> AudioStream {
        let own = stream.properties
        let client = stream.client.flatMap { clients[$0] } ?? ServerClient()
        return AudioStream(
            index: stream.index, sink: sink, isLive: isLive, process: own.process ?? client.process,
            application: own.application.isEmpty ? client.application : own.application,
            program: own.program.isEmpty ? client.program : own.program,
            sandboxedApp: client.sandboxedApp.isEmpty ? own.sandboxedApp : client.sandboxedApp, role: stream.role,
            group: stream.group, isSilent: stream.isSilent)
    }
}
