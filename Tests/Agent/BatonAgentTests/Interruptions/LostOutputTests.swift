// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonInterruptions
import BatonTestSupport
import Glibc
import Testing

/// Players that do not obey at once when their output is gone.
@Suite("Interruptions: a lost output and players that do not obey at once")
@MainActor
struct LostOutputTests {
    /// A player that is heard on headphones, which are unplugged.
    private func unplugged(
        _ settings: [String] = [], _ pause: StagePlayer.Behaviour = .reply
    ) throws -> (HostedStage, StagePlayer) {
        let hosted = try HostedStage(settings)
        let player = try hosted.stage.player("mpv", "Playing", doing: ["Pause": pause])
        try hosted.hears(
            .connected, .sink(AudioSink(index: 1, name: "speakers")),
            .sink(AudioSink(index: 2, transport: .usb, name: "phones")),
            .stream(AudioStream(index: 9, sink: 2, process: UInt32(getpid()), application: "mpv")), .listed)
        try hosted.passes(1)
        try hosted.hears(.sinkGone(2))
        return (hosted, player)
    }

    @Test("I20, I24: what another program should have paused, and has not, is paused after 150 ms")
    func others() throws {
        let (hosted, player) = try unplugged(["player mpv.pause-once=yes"])
        #expect(player.calls == [])
        try hosted.passes(1)
        #expect(player.calls == ["Pause"])
        try hosted.passes(10)
        #expect(player.calls == ["Pause"] && hosted.stage.lasts([]))
    }

    @Test("I24: what another program pauses in that time is sent nothing, and does not go on")
    func paused() throws {
        let (hosted, player) = try unplugged(["player mpv.pause-once=yes"])
        try hosted.stage.set(player, "Paused")
        try hosted.passes(10)
        #expect(player.calls == [] && hosted.stage.lasts([]))
    }

    @Test("I100: what plays on is sent Pause once more, and no third time")
    func ignored() throws {
        let (hosted, player) = try unplugged([], .hold)
        #expect(player.calls == ["Pause"])
        try hosted.passes(10)
        #expect(player.calls == ["Pause", "Pause"] && hosted.stage.lasts([]))
    }

    @Test("I103: what plays by itself within 2 s is paused once more; later it is left alone", arguments: [1, 6])
    func byItself(after seconds: Int) throws {
        let (hosted, player) = try unplugged()
        let stage = hosted.stage
        try #require(stage.turn { player.calls == ["Pause"] })
        try hosted.passes(seconds)
        try stage.set(player, "Playing")
        try hosted.passes(10)
        #expect(player.calls == (seconds == 1 ? ["Pause", "Pause"] : ["Pause"]))
        #expect(stage.lasts([]))
    }

    @Test("I103: a player that tells that it plays before it answers the user's Play is not paused again")
    func startsBeforeItAnswers() throws {
        let (hosted, player) = try unplugged()
        let stage = hosted.stage
        try hosted.passes(1)
        player.behaviours["Play"] = .hold
        let user = try stage.connect()
        let press = Message.methodCall(
            to: AgentStage.face, path: StagePlayer.path, interface: StagePlayer.player, member: "Play")
        user.call(press, within: .seconds(30)) { _ in }
        try #require(stage.turn { player.calls == ["Pause", "Play"] }, "\(player.calls)")
        try stage.set(player, "Playing")
        try hosted.passes(3)
        player.release()
        try hosted.passes(3)
        #expect(player.calls == ["Pause", "Play"])
    }
}
