// SPDX-License-Identifier: Apache-2.0

import BatonAudioLink
import BatonInterruptions
import BatonProcesses
import BatonTestSupport
import Testing

/// Volumes and mutes at real servers.
@Suite("Audio: volumes and mutes")
struct StreamVolumeTests {
    /// A PulseAudio or PipeWire with a sink, and a baton-audio that watches it.
    private func stage(_ server: String) throws -> AudioStage {
        let stage = try AudioStage()
        if server == "pulseaudio" {
            try stage.startPulseAudio("module-null-sink sink_name=phones")
        } else {
            try stage.startServer()
        }
        try stage.waitForServer()
        if server != "pulseaudio" { try stage.run("pactl", "load-module", "module-null-sink", "sink_name=phones") }
        stage.watch()
        try #require(stage.sees { $0 == .listed })
        return stage
    }

    @Test(
        "VOL2, VOL3: volumes are set and changed at a real server; balance stays, also over volume 0",
        arguments: ["pulseaudio", "pipewire"])
    func volumes(_ server: String) throws {
        let stage = try stage(server)
        let (player, index) = try stage.play("--channels=2")
        try stage.run("pactl", "set-sink-input-volume", "\(index)", "100%", "50%")
        func volume() throws -> String { try stage.line(of: "Volume:") }
        #expect(stage.ask(1, .change(1, streams: [index], .set(32768))) == .done(volume: 32768, isMuted: false))
        let half = try volume()
        #expect(half.contains("32768 /") && half.contains("16384 /"), "\(half)")
        #expect(stage.ask(2, .change(2, streams: [index], .change(by: -65536))) == .done(volume: 0, isMuted: false))
        #expect(stage.ask(3, .change(3, streams: [index], .set(65536))) == .done(volume: 65536, isMuted: false))
        let whole = try volume()
        #expect(whole.contains("65536 /") && whole.contains("32768 /"), "\(whole)")
        #expect(
            stage.ask(4, .change(4, streams: [index], .change(by: .max)))
                == .done(volume: ChannelVolumes.loudest, isMuted: false))
        #expect(!player.hasEnded)
        stage.stop()
    }

    @Test("VOL4: a mute is the stream's own, and its volume stays", arguments: ["pulseaudio", "pipewire"])
    func mute(_ server: String) throws {
        let stage = try stage(server)
        let (player, index) = try stage.play()
        try stage.run("pactl", "set-sink-input-volume", "\(index)", "40%")
        let volume = try stage.line(of: "Volume:")
        for (number, wish, isMuted) in [(UInt32(1), MuteWish.toggle, true), (2, .on, true), (3, .toggle, false)] {
            let answer = stage.ask(number, .change(number, streams: [index], .mute(wish)))
            guard case .done(_, isMuted) = answer else {
                Issue.record("\(String(describing: answer))")
                continue
            }
            #expect(try stage.line(of: "Mute:") == "Mute: \(isMuted ? "yes" : "no")")
        }
        #expect(try stage.line(of: "Volume:") == volume && !player.hasEnded)
        stage.stop()
    }

    @Test("VOL3: two changes at once are two; a stream that is gone is told to be gone")
    func steps() throws {
        let stage = try stage("pulseaudio")
        let (player, index) = try stage.play()
        _ = stage.ask(1, .change(1, streams: [index], .set(10000)))
        for number in UInt32(2)...5 { stage.send(.change(number, streams: [index], .change(by: 1000))) }
        #expect(stage.sees { $0 == .answered(5, .done(volume: 14000, isMuted: false)) }, "\(stage.facts)")
        #expect(stage.ask(6, .change(6, streams: [index &+ 77], .set(0))) == .gone)
        #expect(stage.ask(7, .change(7, streams: [], .set(0))) == .gone)
        #expect(!player.hasEnded)
        stage.stop()
    }

    @Test("VOL10: the microphone that programs use first is muted, and two toggles are two; without one it is said")
    func microphone() throws {
        let stage = try stage("pulseaudio")
        try stage.run("pactl", "set-default-source", "mic")
        for number in UInt32(1)...3 { stage.send(.microphone(number, .toggle)) }
        #expect(stage.sees { $0 == .answered(3, .done(volume: 0, isMuted: true)) }, "\(stage.facts)")
        #expect(stage.facts.contains(.answered(2, .done(volume: 0, isMuted: false))))
        #expect(try stage.printed("pactl", "get-source-mute", "mic").contains("yes"))
        #expect(stage.ask(4, .microphone(4, .off)) == .done(volume: 0, isMuted: false))
        // What plays on a sink is no microphone.
        try stage.run("pactl", "set-default-source", "phones.monitor")
        #expect(stage.ask(5, .microphone(5, .on)) == .gone)
        stage.stop()
    }

    @Test("VOL5: a server that hangs is told to be late after a second, and nothing of it is done later")
    func late() throws {
        let stage = try stage("pulseaudio")
        let (player, index) = try stage.play()
        _ = stage.ask(1, .change(1, streams: [index], .set(30000)))
        stage.suspendServer()
        #expect(stage.ask(2, .change(2, streams: [index], .set(50000))) == .late)
        stage.resumeServer()
        #expect(try stage.line(of: "Volume:").contains("30000 /"))
        stage.endServer()
        #expect(stage.sees { $0 == .disconnected })
        #expect(stage.ask(3, .change(3, streams: [index], .set(50000))) == .gone)
        #expect(stage.end == nil)
        withExtendedLifetime(player) {}
        stage.stop()
    }
}
