// SPDX-License-Identifier: Apache-2.0

import BatonAudioLink
import BatonInterruptions
import BatonProcesses
import BatonReactor
import SystemPackage

/// Connects the link to batond with the sound server, and connects to the server again when it is gone (rule I101).
final class AudioWatcher {
    private let reactor: Reactor
    private let loop: PulseLoop
    private let retry: RetryTimer
    private let jacks: JackWatch
    private var link: MessageLink<AudioReport, AudioCommand>?
    private var server: PulseServer?
    private var waiting: [AudioFact] = []
    private lazy var desk = VolumeDesk(reactor) { [weak self] in self?.tell(.answered($0, $1)) }
    private lazy var keeper = LoweredKeeper(reactor, path: lowered) { [weak self] in
        self?.tell(.lowered(isPresent: $0, isOwed: $1))
    }
    private let lowered: String?

    /// Makes a watcher, which waits for batond's command.
    ///
    /// - Parameter lowered: the path of the file of streams that are lowered; nil without one.
    init(_ channel: FileDescriptor, lowered: String?, reactor: Reactor) throws(LinkError) {
        self.reactor = reactor
        self.lowered = lowered
        loop = PulseLoop(reactor)
        retry = RetryTimer(on: reactor, first: .milliseconds(200), longest: .seconds(30))
        jacks = JackWatch(reactor)
        link = try MessageLink(channel, reactor: reactor) { [weak self] command, descriptor in
            try? descriptor?.close()
            self?.take(command)
        } ended: { [weak self] _ in
            self?.leave()
        }
        jacks.onFact = { [weak self] in self?.tell($0) }
    }

    private func take(_ command: AudioCommand) {
        switch command {
        case .watch: watch()
        case .change(let number, let streams, let wish): desk.take(number, .streams(streams, wish))
        case .microphone(let number, let wish): desk.take(number, .microphone(wish))
        case .lower(let streams, let percent, let fade): keeper.lower(streams, toPercent: percent, fade: fade)
        }
    }

    /// Gives lowered streams their volumes back, leaves the server, and ends the program.
    func leave() {
        link?.close()
        link = nil
        keeper.end { [weak self] in self?.stop() }
    }

    private func stop() {
        retry.cancel()
        desk.stop()
        jacks.close()
        server?.close()
        server = nil
        link?.close()
        link = nil
        reactor.stop()
    }

    private func watch() {
        guard server == nil, link != nil else { return }
        let server = PulseServer(loop, reactor: reactor)
        server.onFact = { [weak self] in self?.tell($0) }
        server.onVolumes = { [weak self] in self?.keeper.tell($0) }
        server.onEnd = { [weak self] in self?.serverEnded() }
        self.server = server
        server.open()
    }

    private func serverEnded() {
        server = nil
        // Who has no server uses ALSA, and the kernel knows the jacks of its cards.
        jacks.look()
        retry.schedule { [weak self] in self?.watch() }
    }

    /// Collects facts, so that many of them need few messages; those of one turn go out at its end.
    private func tell(_ fact: AudioFact) {
        switch fact {
        case .connected:
            jacks.close()
            desk.use(server)
            if let server { keeper.use(server) }
        case .disconnected:
            desk.use(nil)
            keeper.disconnected()
        case .listed:
            retry.reset()
            keeper.listed()
        case .streamGone(let index):
            desk.gone(index)
            keeper.gone(index)
        default: break
        }
        if waiting.isEmpty { reactor.deferUntilEndOfTurn { [weak self] in self?.flush() } }
        waiting.append(fact)
    }

    private func flush() {
        var rest = waiting[...]
        waiting = []
        while !rest.isEmpty {
            let report = AudioReport(Array(rest.prefix(AudioReport.mostFacts)))
            rest = rest.dropFirst(AudioReport.mostFacts)
            do throws(LinkError) {
                try link?.send(report)
            } catch {
                // batond hangs or has ended. What it missed would make the rest false.
                return leave()
            }
        }
    }
}
