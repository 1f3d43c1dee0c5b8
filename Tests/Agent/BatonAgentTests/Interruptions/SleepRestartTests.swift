// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Testing

/// The sleep timer over a restart of the agent (rule I142).
@Suite("The sleep timer over a restart")
@MainActor
struct SleepRestartTests {
    @Test("I142: at its time it pauses, also when the agent was away at that time", arguments: [600, 20])
    func time(after seconds: Int) throws {
        let hosted = try HostedStage()
        let stage = hosted.stage
        let player = try stage.player("mpv", "Playing")
        let until = (UInt64(hosted.clock.now.components.seconds) + UInt64(seconds)) * 1_000_000
        _ = try stage.interruptions("Sleep", .uint64(until), .boolean(false)).get()
        try hosted.stop()
        hosted.clock.advance(by: .seconds(30))
        try hosted.startAgain()
        if seconds > 30 {
            try #require(player.calls == [])
            try hosted.passes(seconds - 32)
            #expect(player.calls == [])
        }
        try hosted.passes(8)
        #expect(player.calls == ["Pause"])
        // The user's own `resume` plays it, as ever.
        #expect(try stage.interruptions("Resume").get() == [.strings(["org.mpris.MediaPlayer2.mpv"])])
    }

    @Test("I142: a time that was more than 5 min ago pauses nothing")
    func tooLate() throws {
        let hosted = try HostedStage()
        let player = try hosted.stage.player("mpv", "Playing")
        let until = UInt64(hosted.clock.now.components.seconds + 60) * 1_000_000
        _ = try hosted.stage.interruptions("Sleep", .uint64(until), .boolean(false)).get()
        try hosted.stop()
        hosted.clock.advance(by: .seconds(60 + 301))
        try hosted.startAgain()
        try hosted.passes(10)
        #expect(player.calls == [])
    }

    @Test(
        "I142: at the end of the track that is followed it pauses; a track that ended meanwhile counts",
        arguments: [false, true])
    func track(endsMeanwhile: Bool) throws {
        let hosted = try HostedStage()
        let stage = hosted.stage
        let player = try stage.player("mpv", "Playing")
        _ = try stage.interruptions("Sleep", .uint64(0), .boolean(true)).get()
        try hosted.stop()
        func next() {
            hosted.clock.advance(by: .seconds(180))
            player.change([("Metadata", .vardict([("mpris:trackid", .objectPath("/track/2"))]))])
        }
        if endsMeanwhile { next() }
        try hosted.startAgain()
        if !endsMeanwhile {
            #expect(player.calls == [])
            next()
        }
        #expect(stage.turn { player.calls == ["Pause"] })
    }

    @Test("I142: without the player that is followed the timer ends after 5 s")
    func playerGone() throws {
        let hosted = try HostedStage()
        let stage = hosted.stage
        let player = try stage.player("mpv", "Playing")
        _ = try stage.interruptions("Sleep", .uint64(0), .boolean(true)).get()
        try hosted.stop()
        player.connection.close()
        let other = try stage.player("vlc", "Playing", isAwaited: false)
        try hosted.startAgain()
        try hosted.passes(10)
        try stage.set(other, "Stopped")
        try hosted.passes(1)
        let message = Message.methodCall(
            to: AgentStage.baton, path: "/org/baton/Baton1", interface: "org.freedesktop.DBus.Properties", member: "Get"
        )
        try message.append(.string("org.baton.Baton1.Interruptions"), .string("SleepAtEndOfTrack"))
        #expect(try stage.call(message).get().first?.unwrapped == .boolean(false))
        #expect(other.calls == [])
    }
}
