// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import BatonReactor

/// Carries out wishes for volumes and mutes, one after the other: each begins from what the one before has left (rules VOL1 to VOL4).
/// What is not done in a second is not done later.
final class VolumeDesk {
    /// What a wish is about.
    enum Subject {
        case streams([UInt32], SoundWish)
        case microphone(MuteWish)
    }

    private struct Request {
        let number: UInt32
        let subject: Subject
        let deadline: Duration
    }

    /// What was set a moment ago. PipeWire may tell the volume from before it once more.
    private struct Recent {
        let before: ChannelVolumes
        let after: ChannelVolumes
        let time: Duration
    }

    private static let limit = Duration.seconds(1)
    private static let mostWaiting = 64
    private static let mostRemembered = 256

    private let reactor: Reactor
    private let answer: (UInt32, StreamAnswer) -> Void
    /// The server, when it has told all that is there.
    private weak var server: PulseServer?
    private var waiting: [Request] = []
    private var present: Request?
    private var timer: ReactorTimer?
    private var recent: [UInt32: Recent] = [:]
    /// How the channels of streams related that we have made silent.
    private var ratios: [UInt32: ChannelVolumes] = [:]

    /// - Parameter answer: called once for each wish, with its number.
    init(_ reactor: Reactor, answer: @escaping (UInt32, StreamAnswer) -> Void) {
        self.reactor = reactor
        self.answer = answer
    }

    /// Another server answers, or none.
    func use(_ server: PulseServer?) {
        self.server = server
        recent = [:]
        ratios = [:]
        let open = [present].compactMap(\.self) + waiting
        present = nil
        waiting = []
        timer?.cancel()
        for request in open { answer(request.number, .gone) }
    }

    /// Takes a wish.
    func take(_ number: UInt32, _ subject: Subject) {
        guard waiting.count < Self.mostWaiting else { return answer(number, .late) }
        waiting.append(Request(number: number, subject: subject, deadline: reactor.now + Self.limit))
        begin()
    }

    func stop() {
        timer?.cancel()
        server = nil
    }

    private func begin() {
        guard present == nil, !waiting.isEmpty else { return }
        let request = waiting.removeFirst()
        guard let server else {
            answer(request.number, .gone)
            return begin()
        }
        present = request
        timer = reactor.schedule(at: request.deadline) { [weak self] in self?.finish(request.number, .late) }
        switch request.subject {
        case .streams(let streams, let wish): change(streams, wish, request.number, server)
        case .microphone(let wish): change(wish, request.number, server)
        }
    }

    private func finish(_ number: UInt32, _ result: StreamAnswer) {
        guard present?.number == number else { return }
        present = nil
        timer?.cancel()
        answer(number, result)
        begin()
    }

    /// Whether a wish is still the one that is carried out: what is late is not begun.
    private func isPresent(_ number: UInt32) -> Bool { present?.number == number }

    // MARK: Streams

    private func change(_ streams: [UInt32], _ wish: SoundWish, _ number: UInt32, _ server: PulseServer) {
        var found: [(index: UInt32, volume: StreamVolume)] = []
        var missing = streams.count
        guard missing > 0 else { return finish(number, .gone) }
        for stream in streams {
            server.readVolume(of: stream) { [weak self, weak server] volume in
                if let volume { found.append((stream, volume)) }
                missing -= 1
                guard missing == 0, let self, let server, isPresent(number) else { return }
                set(found, wish, number, server)
            }
        }
    }

    private func set(
        _ found: [(index: UInt32, volume: StreamVolume)], _ wish: SoundWish, _ number: UInt32, _ server: PulseServer
    ) {
        guard !found.isEmpty else { return finish(number, .gone) }
        let writable = found.filter(\.volume.isWritable)
        switch wish {
        case .mute(let mute):
            let isMuted = mute.applied(to: found.allSatisfy(\.volume.isMuted))
            let level = found.map { volume(of: $0.index, $0.volume.channels).level }.max() ?? 0
            send(found.map { stream in { server.setMute(of: stream.index, to: isMuted, then: $0) } }, number) {
                .done(volume: level, isMuted: isMuted)
            }
        case .set, .change:
            guard !writable.isEmpty else { return finish(number, .refused) }
            let before = writable.map { volume(of: $0.index, $0.volume.channels) }
            let after = ChannelVolumes.applying(wish, to: before, ratios: writable.map { ratios[$0.index] })
            for (stream, (old, new)) in zip(writable, zip(before, after)) { note(stream.index, old, new) }
            let calls = zip(writable, after).map { stream, volume in
                { then in server.setVolume(of: stream.index, to: volume, then: then) }
            }
            send(calls, number) {
                .done(volume: after.map(\.level).max() ?? 0, isMuted: found.allSatisfy(\.volume.isMuted))
            }
        }
    }

    /// Sends all, and finishes with the answers.
    private func send(
        _ calls: [(@escaping (Bool) -> Void) -> Void], _ number: UInt32, _ result: @escaping () -> StreamAnswer
    ) {
        var missing = calls.count
        var isDone = false
        for call in calls {
            call { [weak self] success in
                isDone = isDone || success
                missing -= 1
                if missing == 0 { self?.finish(number, isDone ? result() : .refused) }
            }
        }
    }

    /// The volume of a stream, which may have been set a moment ago.
    private func volume(of stream: UInt32, _ told: ChannelVolumes) -> ChannelVolumes {
        guard let last = recent[stream], told == last.before, reactor.now - last.time < Self.limit else { return told }
        return last.after
    }

    private func note(_ stream: UInt32, _ before: ChannelVolumes, _ after: ChannelVolumes) {
        if recent.count >= Self.mostRemembered { recent = recent.filter { reactor.now - $0.value.time < Self.limit } }
        if recent.count < Self.mostRemembered {
            recent[stream] = Recent(before: before, after: after, time: reactor.now)
        }
        if before.level > 0, ratios.count < Self.mostRemembered { ratios[stream] = after.level == 0 ? before : nil }
    }

    /// A stream is gone; a later one may have its number.
    func gone(_ stream: UInt32) {
        recent[stream] = nil
        ratios[stream] = nil
    }

    // MARK: The microphone

    private func change(_ wish: MuteWish, _ number: UInt32, _ server: PulseServer) {
        server.readMicrophone { [weak self, weak server] source in
            guard let self, let server, isPresent(number) else { return }
            guard let source else { return finish(number, .gone) }
            let isMuted = wish.applied(to: source.isMuted)
            server.setMicrophone(source.name, isMuted: isMuted) { [weak self] success in
                self?.finish(number, success ? .done(volume: 0, isMuted: isMuted) : .refused)
            }
        }
    }
}
