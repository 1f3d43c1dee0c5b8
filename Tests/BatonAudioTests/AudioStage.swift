// SPDX-License-Identifier: Apache-2.0

import BatonAudioLink
import BatonInterruptions
import BatonReactor
import BatonTestSupport
import Testing

/// A real PipeWire with its PulseAudio server in a folder of its own, and a baton-audio that watches it.
final class AudioStage {
    let reactor: Reactor
    let folder = TemporaryFolder()
    private(set) var facts: [AudioFact] = []
    private let process: SupervisedProcess<AudioCommand, AudioReport>
    private(set) var end: ProcessEnd?
    private var servers: [ChildProcess] = []

    /// - Parameter devices: what shows baton-audio devices of a mock.
    init(_ devices: [String: String] = [:]) throws {
        reactor = try Reactor()
        let environment = ["XDG_RUNTIME_DIR": folder.path, "HOME": folder.path].merging(devices) { $1 }
        process = SupervisedProcess(
            [ChildProcess.built("baton-audio")], environment: environment, stopLimit: .seconds(1), reactor: reactor)
        process.onReport = { [weak self] in self?.facts += $0.facts }
        process.onEnd = { [weak self] in self?.end = $0 }
    }

    var environment: [String: String] {
        ["XDG_RUNTIME_DIR": folder.path, "HOME": folder.path, "PATH": "/usr/bin:/bin"]
    }

    func startServer() throws {
        servers = try ["pipewire", "pipewire-pulse"].map { try ChildProcess([$0], environment: environment) }
    }

    /// Waits until programs can connect.
    func waitForServer() throws {
        let isThere = reactor.turn(until: {
            guard let child = try? ChildProcess(["pactl", "info"], environment: environment) else { return false }
            return reactor.turn(until: { child.hasEnded }) && child.exitStatus == 0
        })
        try #require(isThere)
    }

    func endServer() { servers = [] }

    func watch() {
        process.start()
        process.send(.watch)
    }

    func stop() { process.stop() }

    /// Runs a program of the server's to its end.
    func run(_ arguments: String...) throws {
        let child = try ChildProcess(arguments, environment: environment)
        #expect(reactor.turn(until: { child.hasEnded }), "\(arguments)")
        #expect(child.exitStatus == 0, "\(arguments): \(child.printed)")
    }

    func sees(_ fact: @escaping (AudioFact) -> Bool) -> Bool {
        reactor.turn(until: { facts.contains(where: fact) })
    }

    func forget() { facts = [] }

    func sink(_ name: String) -> AudioSink? {
        facts.compactMap { if case .sink(let sink) = $0, sink.name == name { sink } else { nil } }.last
    }
}
