// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonReactor
import BatonTestSupport
import Testing

/// Next and Previous as jumps in the track (rule MPRIS100).
@MainActor @Suite("Next and Previous as jumps in the track")
struct TrackJumpTests {
    private static let settings = ["player pod*.next=+30s", "player pod*.previous=-10s"]

    /// A player that is 60 s into a track of an hour.
    private func scene(
        _ name: String = "podcast", _ settings: [String] = settings, length: Int64? = 3600,
        without missing: [String] = []
    ) throws -> (HostedStage, StagePlayer) {
        let hosted = try HostedStage(settings)
        let player = try hosted.stage.player(name, "Paused", without: missing)
        var track: [(String, Value)] = [("mpris:trackid", .objectPath("/episode"))]
        if let length { track.append(("mpris:length", .int64(length * 1_000_000))) }
        player.change([("Metadata", .vardict(track))])
        player.silentlySet("Position", .int64(60_000_000))
        try hosted.stage.expectChain([name])
        try hosted.passes(3)
        return (hosted, player)
    }

    @Test("MPRIS100: Next and Previous jump in the track, from the face and from other inputs, and the face shows it")
    func jumps() throws {
        let (hosted, player) = try scene()
        #expect(try hosted.stage.send(.nextTrack) == .by("podcast"))
        #expect(player.calls == ["Seek 30000000"])
        #expect(try hosted.stage.read("Position").get() == .int64(90_000_000))
        #expect(try hosted.stage.face("Previous").errorName == nil)
        #expect(player.calls == ["Seek 30000000", "Seek -10000000"])
        #expect(try hosted.stage.read("Position").get() == .int64(80_000_000))
        // A player without such a section, and one command of two.
        let (other, plain) = try scene("mpv", ["player mpv.previous=-10s", "player pod*.next=+30s"])
        #expect(try other.stage.send(.nextTrack) == .by("mpv"))
        #expect(try other.stage.send(.previousTrack) == .by("mpv"))
        #expect(plain.calls == ["Next", "Seek -10000000"])
    }

    @Test("MPRIS100: not in a track that is shorter than `long` or of unknown length, nor past its end")
    func longOnly() throws {
        let settings = Self.settings + ["player pod*.long=20min"]
        for (length, method) in [(1199, "Next"), (nil, "Next"), (1200, "Seek 30000000")] as [(Int64?, String)] {
            let (hosted, player) = try scene("podcast", settings, length: length)
            #expect(try hosted.stage.send(.nextTrack) == .by("podcast"))
            #expect(player.calls == [method])
        }
        let (hosted, player) = try scene("podcast", length: 90)
        #expect(try hosted.stage.send(.nextTrack) == .by("podcast"))
        #expect(player.calls == ["Next"])
    }

    @Test("MPRIS100: a player that cannot seek skips, and a jump that it refuses is told as a Next would be")
    func cannotSeek() throws {
        let (hosted, player) = try scene(without: ["CanSeek"])
        #expect(try hosted.stage.send(.nextTrack) == .by("podcast"))
        #expect(player.calls == ["Next"])
        let (other, refusing) = try scene()
        refusing.behaviours["Seek"] = .fail(DBusError(.failed, "no"))
        #expect(try other.stage.send(.nextTrack).error == .failed)
        refusing.behaviours["Seek"] = .fail(DBusError(.notSupported, "no"))
        #expect(try other.stage.send(.nextTrack) == .unhandled)
        #expect(try other.stage.read("Position").get() == .int64(60_000_000))
    }

    @Test("MPRIS100: the face shows that a player which jumps has a Next, also where it has no other track")
    func shown() throws {
        let settings = Self.settings + ["player pod*.long=20min"]
        let (hosted, player) = try scene("podcast", settings, without: ["CanGoNext", "CanGoPrevious"])
        func shown(_ name: String) -> Value? { try? hosted.stage.read(name).get() }
        #expect(shown("CanGoNext") == .boolean(true) && shown("CanGoPrevious") == .boolean(true))
        var told: [String: Value] = [:]
        let match = hosted.stage.client.addMatch(
            MatchRule(sender: AgentStage.face, path: StagePlayer.path, member: "PropertiesChanged")
        ) { message in
            told.merge((try? message.arguments())?[1].asVardict ?? [:]) { $1 }
        }
        defer { match.cancel() }
        try hosted.stage.settle(hosted.stage.client)
        player.change([("CanSeek", .boolean(false))])
        #expect(hosted.stage.turn { told["CanGoNext"] == .boolean(false) })
        player.change([("CanSeek", .boolean(true))])
        #expect(hosted.stage.turn { told["CanGoPrevious"] == .boolean(true) })
        player.change([("Metadata", .vardict([("mpris:trackid", .objectPath("/short"))]))])
        #expect(hosted.stage.turn { told["CanGoNext"] == .boolean(false) })
    }

    @Test("MPRIS100: a reload changes it, and TrackJumps and batonctl players tell it")
    func told() throws {
        let stage = try AgentStage(Self.settings + ["player pod*.long=20min"])
        _ = try stage.player("podcast")
        _ = try stage.player("mpv")
        try stage.expectChain(["podcast", "mpv"])
        let lines = try stage.batonctl(["players"]).printed.split(separator: "\n")
        // A header, and a line for each player.
        #expect(lines.count == 3)
        #expect(lines.dropFirst().first?.hasSuffix("; next +30s, previous -10s, from 20min") == true, "\(lines)")
        #expect(lines.last?.contains("next") == false)
        let json = try stage.batonctl(["players", "--json"]).printed
        #expect(json.contains(#""jumps":"next +30s, previous -10s, from 20min""#))
        let reloading = try AgentStage(nil)
        try reloading.writeConfiguration("[player podcast]\nnext = +30s\n")
        try reloading.startAgent()
        let player = try reloading.player("podcast", "Playing", without: ["CanGoNext"])
        try reloading.expectChain(["podcast"])
        #expect(try reloading.send(.nextTrack) == .by("podcast"))
        try reloading.writeConfiguration("[player podcast]\nnext = +1min\n")
        try reloading.reload()
        #expect(try reloading.send(.nextTrack) == .by("podcast"))
        #expect(player.calls == ["Seek 30000000", "Seek 60000000"])
        var told: Value?
        let match = reloading.client.addMatch(
            MatchRule(sender: AgentStage.face, path: StagePlayer.path, member: "PropertiesChanged")
        ) { message in
            if let value = (try? message.arguments())?[1].asVardict?["CanGoNext"] { told = value }
        }
        defer { match.cancel() }
        try reloading.settle(reloading.client)
        try reloading.writeConfiguration("")
        try reloading.reload()
        #expect(reloading.turn { told == .boolean(false) })
    }
}
