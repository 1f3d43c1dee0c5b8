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

    /// Makes a watcher, which waits for batond's command.
    init(_ channel: FileDescriptor, reactor: Reactor) throws(LinkError) {
        self.reactor = reactor
        loop = PulseLoop(reactor)
        retry = RetryTimer(on: reactor, first: .milliseconds(200), longest: .seconds(30))
        jacks = JackWatch(reactor)
        link = try MessageLink(channel, reactor: reactor) { [weak self] _, descriptor in
            try? descriptor?.close()
            self?.watch()
        } ended: { [weak self] _ in
            self?.stop()
        }
        jacks.onFact = { [weak self] in self?.tell($0) }
    }

    /// Leaves the server, and ends the program.
    func stop() {
        retry.cancel()
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
        case .connected: jacks.close()
        case .listed: retry.reset()
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
                return stop()
            }
        }
    }
}
