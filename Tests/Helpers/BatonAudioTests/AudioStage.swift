// SPDX-License-Identifier: Apache-2.0

import BatonAudioLink
import BatonInterruptions
import BatonProcesses
import BatonReactor
import BatonTestSupport
import Glibc
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
        let socket = folder.path + "/pipewire-0"
        unlink(socket)
        let server = try ChildProcess(["pipewire"], environment: environment)
        servers = [server]
        // On a busy machine the second one would be there first, and would find no server.
        try #require(reactor.turn(until: { access(socket, F_OK) == 0 }), "\(server.printed)")
        servers.append(try ChildProcess(["pipewire-pulse"], environment: environment))
    }

    /// Starts PulseAudio itself with a microphone. Whatever has to be resampled there is a level meter.
    func startPulseAudio(_ modules: String...) throws {
        servers = try [
            ChildProcess(
                [
                    "pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1",
                    "--resample-method=peaks", "-L", "module-native-protocol-unix", "-L",
                    "module-null-source source_name=mic rate=48000",
                ] + modules.flatMap { ["-L", $0] }, environment: environment)
        ]
    }

    /// Starts PipeWire's session manager with two sinks and a microphone of its own, which it makes as it makes those of sound
    /// cards: they go with it, and are made again.
    func startManager(on bus: PrivateBus) throws -> ChildProcess {
        let script = folder.write(
            """
            nodes = {}
            for _, name in ipairs({ "phones", "speakers", "mic" }) do
              local node = Node("adapter", {
                ["factory.name"] = "support.null-audio-sink", ["node.name"] = name, ["device.api"] = "alsa",
                ["media.class"] = name == "mic" and "Audio/Source/Virtual" or "Audio/Sink",
                ["audio.position"] = "[ FL FR ]",
              })
              node:activate(Feature.Proxy.BOUND)
              table.insert(nodes, node)
            end
            """, to: "devices.lua")
        folder.write("load_script(\"\(script)\")", to: ".config/wireplumber/main.lua.d/99-devices.lua")
        let own = ["DBUS_SESSION_BUS_ADDRESS": bus.address, "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(folder.path)/none"]
        return try ChildProcess(["wireplumber"], environment: environment.merging(own) { $1 })
    }

    /// Waits until programs can connect.
    func waitForServer() throws {
        let isThere = reactor.turn(until: {
            guard let child = try? ChildProcess(["pactl", "info"], environment: environment) else { return false }
            // One that connects while the server is starting may never be answered: then the next one is asked.
            return reactor.turn(until: { child.hasEnded }, within: .seconds(2)) && child.exitStatus == 0
        })
        try #require(isThere, "\(servers.map(\.printed))")
    }

    func endServer() { servers = [] }

    func suspendServer() { for server in servers { server.suspend() } }

    func resumeServer() { for server in servers { server.resume() } }

    func watch() {
        process.start()
        process.send(.watch)
    }

    func stop() { process.stop() }

    func send(_ command: AudioCommand) { process.send(command) }

    /// Sends a command, and waits for its answer.
    func ask(_ number: UInt32, _ command: AudioCommand) -> StreamAnswer? {
        process.send(command)
        var answer: StreamAnswer?
        _ = reactor.turn(until: {
            for case .answered(number, let found) in facts { answer = found }
            return answer != nil
        })
        return answer
    }

    /// What a program of the server's prints.
    func printed(_ arguments: String...) throws -> String {
        let child = try ChildProcess(arguments, environment: environment)
        try #require(reactor.turn(until: { child.hasEnded }), "\(arguments)")
        return child.printed
    }

    /// A line of what is said of the only stream that plays, such as its volume.
    func line(of what: String, in list: String = "sink-inputs") throws -> String {
        let lines = try printed("pactl", "list", list).split(separator: "\n").map(String.init)
        return lines.last { $0.contains(what) }.map { String($0.drop { $0 == "\t" || $0 == " " }) } ?? ""
    }

    /// A stream of silence, and its index.
    func play(_ options: String...) throws -> (ChildProcess, UInt32) {
        let player = try ChildProcess(
            ["pacat", "--playback"] + options + ["/dev/zero"], environment: environment)
        let process = UInt32(player.identifier)
        var index: UInt32?
        _ = reactor.turn(until: {
            for case .stream(let stream) in facts where stream.process == process { index = stream.index }
            return index != nil
        })
        return (player, try #require(index, "\(facts) \(player.printed)"))
    }

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
