// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import BatonTestSupport
import Testing

@Suite("Audio server")
struct AudioServerTests {
    @Test("I20, I21: a sink that comes and goes is told, with what it is")
    func sinks() throws {
        let stage = try AudioStage()
        try stage.startServer()
        stage.watch()
        #expect(stage.sees { $0 == .listed })
        try stage.run(
            "pactl", "load-module", "module-null-sink", "sink_name=phones",
            "sink_properties='device.api=bluez5 device.bus=bluetooth device.description=Phones'")
        try stage.run("pactl", "load-module", "module-null-sink", "sink_name=equalizer")
        #expect(stage.reactor.turn(until: { stage.sink("phones") != nil && stage.sink("equalizer") != nil }))
        #expect(stage.sink("phones")?.kind == .hardware)
        #expect(stage.sink("phones")?.transport == .bluetooth)
        #expect(stage.sink("equalizer")?.kind == .virtual)

        let index = try #require(stage.sink("phones")?.index)
        try stage.run("pactl", "unload-module", "module-null-sink")
        #expect(stage.sees { $0 == .sinkGone(index) })
        stage.stop()
    }

    @Test("I101: a server that ends is told, and found again when it is back; without one nothing is told")
    func restart() throws {
        let stage = try AudioStage()
        stage.watch()
        _ = stage.reactor.turn(until: { stage.end != nil }, within: .milliseconds(300))
        #expect(stage.end == nil)
        #expect(stage.facts == [])
        try stage.startServer()
        #expect(stage.sees { $0 == .listed })
        stage.forget()
        stage.endServer()
        #expect(stage.sees { $0 == .disconnected })
        try stage.startServer()
        #expect(stage.sees { $0 == .listed })
        stage.stop()
    }

    @Test("a stream is told with its process, and its end")
    func streams() throws {
        let stage = try AudioStage()
        try stage.startServer()
        stage.watch()
        #expect(stage.sees { $0 == .listed })
        try stage.run("pactl", "load-module", "module-null-sink", "sink_name=phones")
        do {
            let player = try ChildProcess(
                ["pacat", "--playback", "--property=media.role=phone", "/dev/zero"], environment: stage.environment)
            let process = UInt32(player.identifier)
            #expect(
                stage.sees { fact in
                    guard case .stream(let stream) = fact else { return false }
                    return stream.process == process && stream.role == "phone"
                }, "\(stage.facts) \(player.printed)")
        }
        #expect(stage.sees { if case .streamGone = $0 { true } else { false } })
        stage.stop()
    }

    // PipeWire plays to a sink only with a session manager.
    @Test("AWAKE4: what is muted or at volume 0 is told, of a stream and of a sink, and its end too")
    func muted() throws {
        let stage = try AudioStage()
        try stage.startPulseAudio()
        try stage.waitForServer()
        try stage.run("pactl", "load-module", "module-null-sink", "sink_name=phones")
        stage.watch()
        #expect(stage.sees { $0 == .listed })
        let player = try ChildProcess(
            ["pacat", "--playback", "--device=phones", "/dev/zero"], environment: stage.environment)
        func sees(isSilent: Bool) -> Bool {
            stage.sees { if case .stream(let stream) = $0 { stream.isSilent == isSilent } else { false } }
        }
        #expect(sees(isSilent: false))
        var index: UInt32 = 0
        for case .stream(let stream) in stage.facts { index = stream.index }
        for change in [["set-sink-input-mute", "1", "0"], ["set-sink-input-volume", "0%", "50%"]] {
            for (value, isSilent) in [(change[1], true), (change[2], false)] {
                stage.forget()
                try stage.run("pactl", change[0], "\(index)", value)
                #expect(sees(isSilent: isSilent), "\(change[0]) \(value): \(stage.facts)")
            }
        }
        for change in [["set-sink-mute", "1", "0"], ["set-sink-volume", "0%", "50%"]] {
            for (value, isMuted) in [(change[1], true), (change[2], false)] {
                stage.forget()
                try stage.run("pactl", change[0], "phones", value)
                let isTold = stage.reactor.turn(until: { stage.sink("phones")?.isMuted == isMuted })
                #expect(isTold, "\(change[0]) \(value): \(stage.facts)")
            }
        }
        withExtendedLifetime(player) {}
        stage.stop()
    }

    @Test(
        "I28: on PulseAudio what records levels is no use of the microphone; what records sound is",
        arguments: [true, false])
    func levelMeter(isMeter: Bool) throws {
        let stage = try AudioStage()
        try stage.startPulseAudio()
        try stage.waitForServer()
        stage.watch()
        #expect(stage.sees { $0 == .listed })
        let recorder = try ChildProcess(
            ["parec", "--device=mic", "--rate=\(isMeter ? 11025 : 48000)", "/dev/null"], environment: stage.environment)
        let process = UInt32(recorder.identifier)
        #expect(
            stage.sees { fact in
                guard case .capture(let stream) = fact else { return false }
                return stream.process == process && stream.isLive == !isMeter
            }, "\(stage.facts) \(recorder.printed)")
        let wasOther = stage.facts.contains { fact in
            if case .capture(let stream) = fact { stream.process == process && stream.isLive == isMeter } else { false }
        }
        #expect(!isMeter || !wasOther, "\(stage.facts)")
        stage.stop()
    }

    @Test("baton-audio opens no stream and changes nothing at the server that it watches")
    func leavesAlone() throws {
        let stage = try AudioStage()
        try stage.startServer()
        try stage.waitForServer()
        try stage.run("pactl", "load-module", "module-null-sink", "sink_name=phones")
        func state() throws -> [String] {
            try ["sinks", "sources", "sink-inputs", "source-outputs", "modules", "cards"].map {
                let child = try ChildProcess(["pactl", "list", "short", $0], environment: stage.environment)
                try #require(stage.reactor.turn(until: { child.hasEnded }))
                return child.printed
            }
        }
        let before = try state()
        #expect(before[0].contains("phones") && before[2].isEmpty && before[3].isEmpty)
        stage.watch()
        #expect(stage.sees { $0 == .listed })
        #expect(try state() == before)
        stage.stop()
    }
}
