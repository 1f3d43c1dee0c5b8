// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import BatonTestSupport
import Glibc
import Testing

/// What is read out by speech-dispatcher.
@Suite("Interruptions: speech")
@MainActor
struct SpeechTests {
    private static let voice = AudioStream(
        index: 9, process: 1, application: "speech-dispatcher-espeak-ng", program: "sd_espeak-ng")

    private func playing(_ settings: String...) throws -> (HostedStage, StagePlayer) {
        let hosted = try HostedStage(settings)
        let player = try hosted.stage.player("mpv", "Playing")
        try hosted.hears(.connected, .sink(AudioSink(index: 1, name: "speakers")), .listed)
        return (hosted, player)
    }

    @Test("I175: what is read out pauses what plays, until a second after the last sentence")
    func pauses() throws {
        let (hosted, player) = try playing("interruptions.speech=pause-resume")
        try hosted.hears(.stream(Self.voice))
        try #require(hosted.stage.turn { player.calls == ["Pause"] })
        try hosted.passes(1)
        try hosted.hears(.streamGone(9))
        try hosted.hears(.stream(Self.voice))
        try hosted.passes(3)
        #expect(player.calls == ["Pause"])
        try hosted.hears(.streamGone(9))
        try hosted.passes(3)
        #expect(player.calls == ["Pause", "Play"])
    }

    @Test("I175: a sound server that ends is no end of what is read out: nothing goes on by that")
    func serverEnds() throws {
        let (hosted, player) = try playing("interruptions.speech=pause-resume")
        try hosted.hears(.stream(Self.voice))
        try #require(hosted.stage.turn { player.calls == ["Pause"] })
        try hosted.passes(1)
        try hosted.hears(.disconnected)
        try hosted.passes(3)
        #expect(player.calls == ["Pause"])
    }

    @Test("I175: without the key, and for a stream of another program, nothing happens")
    func nothing() throws {
        let (hosted, player) = try playing()
        try hosted.hears(.stream(Self.voice))
        try hosted.passes(2)
        #expect(player.calls.isEmpty)
        let (other, others) = try playing("interruptions.speech=pause")
        try other.hears(.stream(AudioStream(index: 9, process: 1, application: "orca", program: "python3")))
        try other.passes(2)
        #expect(others.calls.isEmpty)
    }

    @Test("I175: lower pauses nobody")
    func lowers() throws {
        let (hosted, player) = try playing("interruptions.speech=lower")
        try hosted.hears(
            .stream(AudioStream(index: 3, process: UInt32(getpid()), application: "mpv")), .stream(Self.voice))
        try hosted.passes(3)
        try hosted.hears(.streamGone(9))
        try hosted.passes(3)
        #expect(player.calls.isEmpty)
    }
}
