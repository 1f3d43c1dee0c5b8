// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import BatonTestSupport
import Glibc
import Testing

/// A real WirePlumber that ends alone and is started again.
@Suite("Audio server: its session manager")
struct ManagerTests {
    @Test(
        "I102: WirePlumber ends and comes again: nobody has lost an output, and a call has not ended",
        arguments: [SIGKILL, SIGTERM])
    func restart(signal: Int32) throws {
        let bus = try PrivateBus()
        let stage = try AudioStage()
        try stage.startServer()
        try stage.waitForServer()
        var manager = try stage.startManager(on: bus)
        stage.watch()
        #expect(stage.reactor.turn(until: { Self.isThere(stage) }), "\(stage.facts) \(manager.printed)")
        let programs = try [
            ["pacat", "--playback", "--device=phones", "/dev/zero"], ["parec", "--device=mic", "/dev/null"],
        ].map { try ChildProcess($0, environment: stage.environment) }
        let phones = try #require(stage.sink("phones")?.index)
        #expect(
            stage.sees { if case .stream(let stream) = $0 { stream.sink == phones && stream.isLive } else { false } })
        #expect(stage.sees { if case .capture(let capture) = $0 { capture.isLive } else { false } }, "\(stage.facts)")

        manager.signal(signal)
        #expect(stage.sees { $0 == .managerGone } && stage.sees { $0 == .sinkGone(phones) })
        let first = stage.facts
        stage.forget()
        manager = try stage.startManager(on: bus)
        #expect(stage.reactor.turn(until: { Self.isThere(stage) }), "\(stage.facts) \(manager.printed)")
        #expect(stage.sees { $0 == .managerBack })
        #expect(Self.losses(first + stage.facts) == [], "\(first) then \(stage.facts)")

        // One that goes without it is lost.
        try stage.run("pactl", "load-module", "module-null-sink", "sink_name=dock", "sink_properties=device.api=alsa")
        #expect(stage.reactor.turn(until: { stage.sink("dock") != nil }))
        try stage.run("pactl", "unload-module", "module-null-sink")
        let dock = try #require(stage.sink("dock")?.index)
        #expect(stage.sees { $0 == .sinkGone(dock) })
        #expect(Self.losses(first + stage.facts) == ["dock"])
        for program in programs { #expect(!program.hasEnded, "\(program.printed)") }
        stage.stop()
    }

    private static func isThere(_ stage: AudioStage) -> Bool {
        stage.sink("phones") != nil && stage.sink("speakers") != nil
    }

    /// The sinks that are lost by these facts, if they all come at once.
    private static func losses(_ facts: [AudioFact]) -> [String] {
        var routes = RouteWatch()
        for fact in facts { routes.take(fact, at: .zero) }
        let lost = routes.takeLosses()
        routes.advance(to: .seconds(60))
        return (lost + routes.takeLosses()).map(\.sink.name)
    }
}
