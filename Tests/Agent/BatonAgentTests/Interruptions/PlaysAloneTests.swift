// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonInterruptions
import BatonReactor
import BatonTestSupport
import Glibc
import Testing

/// What Baton itself pauses ends no exclusion (rule I141): nothing begins because of it.
@Suite("Exclusive: what Baton pauses lets nothing begin")
@MainActor
struct PlaysAloneTests {
    /// The player "two" plays alone, and "one", in another process, waits for it.
    @MainActor private struct Scene {
        let hosted: HostedStage
        let one: OtherPlayer
        let two: StagePlayer

        init(pause: StagePlayer.Behaviour = .reply) throws {
            hosted = try HostedStage(["interruptions.exclusive=pause-resume", "interruptions.exclusive-after=0s"])
            let stage = hosted.stage
            one = try OtherPlayer("one", "Playing", on: stage)
            two = try stage.player("two", "Paused", doing: ["Pause": pause])
            try stage.set(two, "Playing")
            let one = one
            try #require(stage.turn { one.status == "Paused" })
            try #require(stage.lasts(["exclusive"]))
        }

        /// A while later the first one has not begun, and the exclusion is over.
        func isSilent() throws -> Bool {
            try hosted.passes(6)
            return one.status == "Paused" && hosted.stage.lasts([])
        }
    }

    @Test(
        "I20, I141: its headphones are unplugged; what was heard on the speakers does not begin",
        arguments: [false, true])
    func unplugged(isOwnPause: Bool) throws {
        let scene = try Scene()
        try scene.hosted.hears(
            .connected, .sink(AudioSink(index: 1, name: "speakers")),
            .sink(AudioSink(index: 2, transport: .usb, name: "phones")),
            .stream(AudioStream(index: 8, sink: 1, process: scene.one.process, application: "one")),
            .stream(AudioStream(index: 9, sink: 2, process: UInt32(getpid()), application: "two")), .listed)
        try scene.hosted.passes(1)
        // The control: a pause of the user's own lets the first one go on.
        if isOwnPause { try scene.hosted.stage.set(scene.two, "Paused") } else { try scene.hosted.hears(.sinkGone(2)) }
        let isSilent = try scene.isSilent()
        #expect(isSilent == !isOwnPause)
        #expect(scene.two.calls == (isOwnPause ? [] : ["Pause"]))
    }

    @Test("I141: it pauses only when what paused it is over", arguments: ["Paused", "Stopped"])
    func late(status: String) throws {
        let scene = try Scene(pause: .hold)
        let stage = scene.hosted.stage
        let two = scene.two
        let values = try stage.interruptions(
            "Begin", .string("recording"), .string(""),
            .vardict([("resume", .boolean(false)), ("players", .array(DBusArray("s", [.string("two")])))])
        ).get()
        try #require(stage.turn { two.calls == ["Pause"] })
        _ = try stage.interruptions("End", values[0]).get()
        two.release()
        try stage.set(two, status)
        #expect(try scene.isSilent())
        withExtendedLifetime(values) {}
    }

    @Test("I42, I141: it ignores its Pause; the user's own pause later lets the first one go on")
    func ignored() throws {
        let scene = try Scene(pause: .hold)
        let stage = scene.hosted.stage
        let lease = try stage.begin()
        let two = scene.two
        try #require(stage.turn { two.calls == ["Pause"] })
        _ = try stage.interruptions("End", .uint32(lease.id)).get()
        two.release()
        try scene.hosted.passes(2)
        try stage.set(two, "Paused")
        let isSilent = try scene.isSilent()
        #expect(!isSilent && scene.one.status == "Playing")
    }

    @Test("I47, I141: at the end of its track the sleep timer pauses it, and nothing plays in the night")
    func endOfTrack() throws {
        let scene = try Scene()
        _ = try scene.hosted.stage.interruptions("Sleep", .uint64(0), .boolean(true)).get()
        scene.two.change([
            (
                "Metadata",
                .vardict([("mpris:trackid", .objectPath("/track/2")), ("mpris:length", .int64(180_000_000))])
            ),
            ("PlaybackStatus", .string("Playing")),
        ])
        // More than 5 s before its end the change was a skip.
        #expect(scene.two.calls == [])
        try scene.hosted.passes(178)
        scene.two.change([
            ("Metadata", .vardict([("mpris:trackid", .objectPath("/track/3")), ("mpris:length", .int64(180_000_000))]))
        ])
        let two = scene.two
        try #require(scene.hosted.stage.turn { two.calls == ["Pause"] })
        try scene.hosted.passes(600)
        #expect(scene.one.status == "Paused" && two.calls == ["Pause"])
        #expect(scene.hosted.stage.lasts(["exclusive", "manual"]))
    }
}

/// A bud of a headset (rule I30).
@Suite("Exclusive: a bud that is out lets nothing begin")
struct BudOutTests {
    @Test("I30, I141: a bud is out, for longer than it may be: the other player does not begin")
    func budOut() throws {
        let scene = try HeadsetScene([
            "interruptions.exclusive=pause-resume", "interruptions.exclusive-after=0s", "interruptions.wear-resume=2s",
        ])
        let one = try OtherPlayer("one", "Playing", on: scene.stage)
        let two = try scene.player("two", "Paused")
        try scene.stage.set(two, "Playing")
        try #require(scene.stage.turn { one.status == "Paused" })
        try scene.press("Pause")
        #expect(two.calls == ["Pause"])
        try #require(scene.stage.lasts(["exclusive", "wear"]))
        // Longer than a gap between two tracks; the bud has been out for too long then.
        #expect(scene.stage.lasts([]))
        try scene.settle()
        #expect(one.status == "Paused" && two.calls == ["Pause"])
    }
}
