// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonInterruptions
import BatonTestSupport
import Glibc
import Testing

/// Players that say one thing while their streams say another, and what starts because its output is gone.
@Suite("Interruptions: what is heard counts")
@MainActor
struct HeardTests {
    private static let own = UInt32(getpid())

    private func stream(isLive: Bool = true, isSilent: Bool = false, sink: UInt32 = 1) -> AudioStream {
        AudioStream(
            index: 9, sink: sink, isLive: isLive, process: Self.own, application: "web", isSilent: isSilent)
    }

    /// A sound server, on which nothing is heard, and a player.
    private func scene(_ status: String, _ settings: [String] = []) throws -> (HostedStage, StagePlayer) {
        let hosted = try HostedStage(settings)
        let player = try hosted.stage.player("web", status)
        try hosted.hears(
            .connected, .sink(AudioSink(index: 1, name: "speakers")),
            .sink(AudioSink(index: 2, transport: .usb, name: "phones")), .listed)
        return (hosted, player)
    }

    /// A player that plays, and one that was used since and is paused.
    private func silent() throws -> (hosted: HostedStage, web: StagePlayer, music: StagePlayer) {
        let hosted = try HostedStage()
        let stage = hosted.stage
        let web = try stage.player("web", "Playing")
        let music = try stage.player("music", "Paused")
        try stage.set(music, "Playing")
        try hosted.passes(1)
        try stage.set(music, "Paused")
        try hosted.hears(.connected, .sink(AudioSink(index: 1, name: "speakers")), .listed)
        return (hosted, web, music)
    }

    @Test("I171: what says that it plays and is silent for 10 s counts as paused in the order, until its next stream")
    func silence() throws {
        let (hosted, web, music) = try silent()
        let stage = hosted.stage
        try hosted.passes(8)
        try stage.expectChain(["web", "music"])
        try hosted.passes(4)
        try stage.expectChain(["music", "web"])
        #expect(try stage.send(.togglePlayPause) == .by("music"))
        try hosted.hears(.stream(stream()))
        try stage.expectChain(["web", "music"])
        try stage.set(music, "Paused")
        // It stops to be heard, as in a closed page, and says nothing of it.
        try hosted.hears(.stream(stream(isLive: false)))
        try hosted.passes(12)
        try stage.expectChain(["music", "web"])
        #expect(web.calls == [])
    }

    @Test("I171: a mute is no silence; a stream of nobody's, or no sound server, says nothing", arguments: 0..<3)
    func noSilence(kind: Int) throws {
        let hosted = try silent().hosted
        let stage = hosted.stage
        try hosted.passes(5)
        switch kind {
        case 0: try hosted.hears(.stream(stream(isSilent: true)))
        case 1: try hosted.hears(.stream(AudioStream(index: 9, sink: 1, application: "in a sandbox")))
        default: try hosted.hears(.disconnected)
        }
        try hosted.passes(12)
        try stage.expectChain(["web", "music"])
        if kind == 1 { try hosted.hears(.streamGone(9)) }
        try hosted.passes(12)
        try stage.expectChain(kind == 1 ? ["music", "web"] : ["web", "music"])
    }

    @Test("I171: what was silent and pauses is no use; when it plays again it is first")
    func startsAgain() throws {
        let (hosted, web, _) = try silent()
        let stage = hosted.stage
        try hosted.passes(12)
        try stage.set(web, "Paused")
        try stage.expectChain(["music", "web"])
        try stage.set(web, "Playing")
        try stage.expectChain(["web", "music"])
    }

    @Test("I172: what says that it has paused, and sounds for 15 s, is paused as what plays, and goes on")
    func sounds() throws {
        let (hosted, web) = try scene("Paused")
        let stage = hosted.stage
        try hosted.hears(.stream(stream()))
        try hosted.passes(18)
        let lease = try stage.begin()
        try #require(stage.turn { web.calls == ["Pause"] })
        try hosted.hears(.stream(stream(isLive: false)))
        try hosted.passes(3)
        _ = try stage.interruptions("End", .uint32(lease.id)).get()
        try hosted.passes(2)
        #expect(web.calls == ["Pause", "Play"])
        withExtendedLifetime(lease) {}
    }

    @Test(
        "I172: a stream that has just paused, is muted, or is of a player that plays, is no sound of it",
        arguments: 0..<3)
    func noSound(kind: Int) throws {
        let (hosted, web) = try scene("Paused")
        let stage = hosted.stage
        let other = kind == 2 ? try stage.player("music", "Playing") : nil
        try hosted.hears(.stream(stream(isSilent: kind == 1)))
        try hosted.passes(kind == 0 ? 8 : 20)
        let lease = try stage.begin()
        try hosted.passes(3)
        #expect(web.calls == [])
        #expect(other?.calls ?? ["Pause"] == ["Pause"])
        withExtendedLifetime(lease) {}
    }

    @Test("I173: what plays and has no stream here plays elsewhere; keys reach it, interruptions do not")
    func elsewhere() throws {
        let (hosted, web) = try scene("Playing")
        let stage = hosted.stage
        try hosted.passes(12)
        let lease = try stage.begin()
        try hosted.passes(3)
        #expect(web.calls == [])
        #expect(try stage.send(.pause) == .by("web"))
        #expect(web.calls == ["Pause"])
        withExtendedLifetime(lease) {}
    }

    @Test("I173: what was heard here before is awaited for a minute", arguments: [20, 70])
    func loads(seconds: Int) throws {
        let (hosted, web) = try scene("Playing")
        let stage = hosted.stage
        try hosted.hears(.stream(stream()))
        try hosted.passes(1)
        try hosted.hears(.streamGone(9))
        try hosted.passes(seconds)
        let lease = try stage.begin()
        try hosted.passes(3)
        #expect(web.calls == (seconds == 20 ? ["Pause"] : []))
        withExtendedLifetime(lease) {}
    }

    @Test(
        "I170: what is paused and starts within a second after its output is gone is paused again",
        arguments: [
            ("loss", true), ("later", false), ("command", false), ("elsewhere", false), ("nothing", false),
            ("back", true),
        ])
    func starts(kind: String, isPaused: Bool) throws {
        let word = ["nothing": "nothing", "back": "pause-resume"][kind] ?? "pause"
        let (hosted, web) = try scene("Paused", ["interruptions.route-lost=\(word)"])
        let stage = hosted.stage
        try hosted.hears(.stream(stream(isLive: false, sink: kind == "elsewhere" ? 1 : 2)))
        try hosted.passes(1)
        // Something was heard there, so that the loss is one.
        try hosted.hears(.sinkGone(2))
        if kind == "later" { try hosted.passes(2) }
        if kind == "command" { _ = try stage.send(.play) }
        try stage.set(web, "Playing")
        try hosted.passes(3)
        // It did not play before, so that it does not go on when the output is back.
        if kind == "back" { try hosted.hears(.sink(AudioSink(index: 3, transport: .usb, name: "phones"))) }
        try hosted.passes(3)
        #expect(web.calls == (kind == "command" ? ["Play"] : isPaused ? ["Pause"] : []))
    }
}
