// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonReactor
import BatonTestSupport
import Testing

/// Jumps at the face, and where a track begins (rules MPRIS97 to MPRIS99).
@MainActor @Suite("The face: positions, and jumps at players that lack one way")
struct FaceJumpTests {
    private func scene(_ status: String = "Paused") throws -> (HostedStage, StagePlayer) {
        let hosted = try HostedStage()
        let player = try hosted.stage.player("totem", status)
        try hosted.stage.expectChain(["totem"])
        try hosted.passes(3)
        return (hosted, player)
    }

    private func position(_ hosted: HostedStage) throws -> Int64? { try hosted.stage.read("Position").get().asInt64 }

    private static let noMethod = StagePlayer.Behaviour.fail(DBusError(.unknownMethod, "there is none"))

    @Test("MPRIS99: in a track without an identifier SetPosition at the face is a Seek by the difference")
    func withoutTrack() throws {
        let (hosted, player) = try scene()
        player.change([
            ("Metadata", .vardict([("xesam:title", .string("Film")), ("mpris:length", .int64(100_000_000))]))
        ])
        player.silentlySet("Position", .int64(7_000_000))
        try hosted.passes(3)
        _ = try position(hosted)
        try hosted.stage.settleAgent(after: player.connection)
        #expect(try hosted.stage.face("SetPosition", .objectPath("/any"), .int64(20_000_000)).errorName == nil)
        #expect(player.calls == ["Seek 13000000"])
        #expect(try position(hosted) == 20_000_000)
        // Outside of the track it does nothing.
        #expect(try hosted.stage.face("SetPosition", .objectPath("/any"), .int64(100_000_001)).errorName == nil)
        #expect(player.calls == ["Seek 13000000"])
    }

    @Test("MPRIS99: a player that has no SetPosition is sent a Seek, and one that has no Seek a SetPosition")
    func otherWay() throws {
        let (hosted, player) = try scene()
        player.behaviours = ["SetPosition": Self.noMethod]
        #expect(try hosted.stage.face("SetPosition", .objectPath("/track/1"), .int64(20_000_000)).errorName == nil)
        #expect(player.calls == ["SetPosition /track/1 20000000", "Seek 13000000"])
        #expect(try position(hosted) == 20_000_000)

        let (other, seeker) = try scene()
        seeker.behaviours = ["Seek": Self.noMethod]
        #expect(try other.stage.face("Seek", .int64(5_000_000)).errorName == nil)
        #expect(seeker.calls == ["Seek 5000000", "SetPosition /track/1 12000000"])
        #expect(try position(other) == 12_000_000)
    }

    @Test("MPRIS99: a player that has neither, or refuses for another reason, has its error go to the caller")
    func neither() throws {
        let (hosted, player) = try scene()
        player.behaviours = ["SetPosition": Self.noMethod, "Seek": .fail(DBusError(.failed, "broken"))]
        #expect(try hosted.stage.face("SetPosition", .objectPath("/track/1"), .int64(20)).errorName == .failed)
        player.behaviours = ["SetPosition": Self.noMethod, "Seek": .fail(DBusError(.notSupported, "no"))]
        #expect(try hosted.stage.face("Seek", .int64(20)).errorName == .unknownMethod)
        #expect(try hosted.stage.face("SetPosition", .objectPath("/track/1"), .int64(20)).errorName == .notSupported)
        #expect(try position(hosted) == 7_000_000)
    }

    @Test(
        "MPRIS97: after a Next that the player confirms the face is at the start, until the player tells",
        arguments: 0..<2)
    func next(_ round: Int) throws {
        let (hosted, player) = try scene("Paused")
        _ = try position(hosted)
        try hosted.stage.settleAgent(after: player.connection)
        #expect(try position(hosted) == 7_000_000)
        #expect(try hosted.stage.send(round == 0 ? .nextTrack : .previousTrack) == .by("totem"))
        #expect(try position(hosted) == 0)
        // The player was not moved by it, and says so when it is asked.
        try hosted.passes(2)
        #expect(try position(hosted) == 7_000_000)
    }

    @Test("MPRIS98: the position of a paused player does not run on at the face")
    func paused() throws {
        let (hosted, player) = try scene("Playing")
        try hosted.stage.set(player, "Paused")
        try hosted.passes(1)
        let start = try #require(try position(hosted))
        try hosted.stage.settleAgent(after: player.connection)
        for second in 1...5 {
            // As Firefox, it says how far it would be.
            player.silentlySet("Position", .int64(start + Int64(second) * 1_000_000))
            try hosted.passes(1)
            _ = try position(hosted)
            try hosted.stage.settleAgent(after: player.connection)
            #expect(try position(hosted) == start)
        }
    }
}
