// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonReactor
import BatonTestSupport
import Testing

/// Players that say that they play and do not, that play for a moment, or that do not play when they are told to (rules MPRIS91,
/// MPRIS92 and MPRIS94).
@MainActor @Suite("Players: starts that do not count")
struct StartTests {
    private static func metadata(_ entries: [(String, Value)]) -> (String, Value) { ("Metadata", .vardict(entries)) }
    /// Haruna, opened without a file.
    private static let nothing = metadata([
        ("mpris:length", .int64(0)), ("xesam:title", .string("")), ("xesam:url", .string("file:")),
    ])

    /// A paused player that the user has used, and one that has just been opened.
    ///
    /// - Parameter tellsFirst: whether it signals its status before its first answer.
    private func opened(
        _ status: String, _ hosted: HostedStage, tellsFirst: Bool = false
    ) throws -> (former: StagePlayer, new: StagePlayer) {
        let stage = hosted.stage
        let former = try stage.player("mpv", "Paused")
        let new = try StagePlayer("haruna", status: status, on: stage.connect())
        new.change([Self.nothing])
        if tellsFirst {
            new.onRead = { [unowned new] _ in
                new.onRead = nil
                new.change([("PlaybackStatus", .string(status))])
            }
        }
        stage.services.append(new)
        var isOwned = false
        new.appear { isOwned = true }
        try #require(stage.turn { isOwned })
        try stage.settleAgent()
        return (former, new)
    }

    @Test(
        "MPRIS91: a player that says that it plays, with nothing loaded, takes no press; with a title it does",
        arguments: [false, true])
    func empty(tellsFirst: Bool) throws {
        let hosted = try HostedStage()
        let stage = hosted.stage
        let (former, new) = try opened("Playing", hosted, tellsFirst: tellsFirst)
        try stage.expectChain(["mpv", "haruna"])
        #expect(try stage.send(.togglePlayPause) == .by("mpv"))
        #expect(former.calls == ["PlayPause"] && new.calls == [])
        try hosted.passes(1)
        try stage.set(former, "Paused")
        new.change([Self.metadata([("xesam:title", .string("A film"))])])
        try stage.settle(new.connection)
        try stage.expectChain(["haruna", "mpv"])
        // Between two tracks there may be none for a moment.
        new.change([Self.nothing])
        try stage.settle(new.connection)
        try stage.expectChain(["haruna", "mpv"])
    }

    @Test(
        "MPRIS91: what plays for less than 0.2 s when it is opened comes after what was first",
        arguments: [true, false])
    func flash(isShort: Bool) throws {
        let hosted = try HostedStage()
        let stage = hosted.stage
        _ = try stage.player("mpv", "Paused")
        let new = try stage.player("celluloid", "Playing")
        try stage.expectChain(["celluloid", "mpv"])
        hosted.clock.advance(by: .milliseconds(isShort ? 45 : 300))
        stage.reactor.turnUntilIdle()
        try stage.set(new, "Paused")
        try stage.expectChain(isShort ? ["mpv", "celluloid"] : ["celluloid", "mpv"])
    }

    @Test("MPRIS94: after a Play without an effect the next press is for the next player, until it changes something")
    func ignoresPlay() throws {
        let hosted = try HostedStage()
        let stage = hosted.stage
        let music = try stage.player("music", "Paused")
        // Firefox at the end of a clip: it can play, and does not.
        let firefox = try stage.player("firefox.instance_1_2", "Playing")
        try hosted.passes(10)
        try stage.set(firefox, "Paused")
        try stage.expectChain(["firefox.instance_1_2", "music"])
        firefox.behaviours = ["PlayPause": .ignore, "Play": .ignore]
        #expect(try stage.send(.togglePlayPause) == .by("firefox.instance_1_2"))
        // Its other way is tried first (rule MPRIS95).
        try hosted.passes(4)
        #expect(firefox.calls == ["PlayPause", "Play"])
        try stage.expectChain(["music", "firefox.instance_1_2"])
        #expect(try stage.send(.togglePlayPause) == .by("music"))
        #expect(music.calls == ["PlayPause"])
        try hosted.passes(1)
        try stage.set(music, "Paused")
        firefox.change([Self.metadata([("xesam:title", .string("Another clip"))])])
        try stage.settle(firefox.connection)
        firefox.behaviours = [:]
        try stage.set(firefox, "Playing")
        try stage.expectChain(["firefox.instance_1_2", "music"])
    }

    @Test(
        "MPRIS92: a ring tone that ends leaves what was first before first", arguments: ["Stopped", "Paused", "gone"])
    func ringTone(end: String) throws {
        let hosted = try HostedStage()
        let stage = hosted.stage
        let music = try stage.player("music", "Playing")
        try hosted.passes(10)
        try stage.set(music, "Paused")
        let chat = try stage.player("chat", "Paused")
        chat.change([
            Self.metadata([("mpris:length", .int64(3_000_000)), ("xesam:title", .string("ring"))]),
            ("Position", .int64(0)),
        ])
        try stage.settle(chat.connection)
        try stage.set(chat, "Playing")
        try stage.expectChain(["chat", "music"])
        try hosted.passes(3)
        if end == "gone" { chat.leave() } else { try stage.set(chat, end) }
        try stage.expectChain(end == "gone" ? ["music"] : ["music", "chat"])
        #expect(try stage.send(.play) == .by("music"))
    }

    @Test("MPRIS92: what pauses in its middle stays first, and so does what a command has started")
    func middle() throws {
        let hosted = try HostedStage()
        let stage = hosted.stage
        let music = try stage.player("music", "Playing")
        try hosted.passes(10)
        try stage.set(music, "Paused")
        let chat = try stage.player("chat", "Playing")
        try hosted.passes(2)
        try stage.set(chat, "Paused")
        try stage.expectChain(["chat", "music"])
        #expect(try stage.send(.play) == .by("chat"))
        try stage.set(chat, "Playing")
        try hosted.passes(1)
        try stage.set(chat, "Stopped")
        try stage.expectChain(["chat", "music"])
    }

    @Test(
        "MPRIS94, MPRIS95: a toggle is done the other way before the player is given up", arguments: [true, false])
    func otherWay(plays: Bool) throws {
        let hosted = try HostedStage()
        let stage = hosted.stage
        _ = try stage.player("music", "Paused")
        let web = try stage.player(
            "web", "Playing", doing: ["PlayPause": .ignore, "Play": plays ? .reply : .ignore])
        try hosted.passes(10)
        try stage.set(web, "Paused")
        #expect(try stage.send(.togglePlayPause) == .by("web"))
        try hosted.passes(4)
        #expect(web.calls == ["PlayPause", "Play"])
        try stage.expectChain(plays ? ["web", "music"] : ["music", "web"])
    }

    @Test("I90: a browser that can neither play nor pause, and has nothing, is a ghost at once")
    func over() throws {
        let hosted = try HostedStage()
        let stage = hosted.stage
        let music = try stage.player("music", "Paused")
        let chromium = try stage.player("chromium.instance7", "Playing")
        try hosted.passes(10)
        chromium.change([
            ("PlaybackStatus", .string("Stopped")), Self.metadata([]), ("CanPlay", .boolean(false)),
            ("CanPause", .boolean(false)),
        ])
        try stage.settle(chromium.connection)
        try stage.expectChain(["music"])
        #expect(try stage.send(.play) == .by("music"))
        #expect(music.calls == ["Play"])
    }
}
