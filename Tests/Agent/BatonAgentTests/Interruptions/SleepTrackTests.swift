// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Testing

/// The end of a track, by a clock that the test moves (rule I71). The track has three minutes, and the player is at its seventh second.
@Suite("The sleep timer: the end of a track")
@MainActor
struct SleepTrackTests {
    private let hosted: HostedStage
    private let player: StagePlayer

    init() throws {
        hosted = try HostedStage()
        player = try hosted.stage.player("mpv", "Playing")
        try hosted.stage.settleAgent()
    }

    private func sleep() throws -> ErrorName? {
        try hosted.stage.interruptions("Sleep", .uint64(0), .boolean(true)).errorName
    }

    /// The player has got these calls and no more.
    private func got(_ calls: [String]) throws -> Bool {
        for _ in 0..<3 { try hosted.stage.settleAgent(after: player.connection) }
        try hosted.stage.settle(player.connection)
        return player.calls == calls
    }

    private func begins(_ track: ObjectPath, length: Int64 = 180_000_000) {
        player.change([
            (
                "Metadata",
                .vardict([("mpris:trackid", .objectPath(track)), ("mpris:length", .int64(length))])
            )
        ])
    }

    @Test("I71: a track that another one follows within 5 s of its end pauses; earlier it was a skip")
    func skipped() throws {
        #expect(try sleep() == nil)
        try hosted.passes(160)
        begins("/track/2")
        #expect(try got([]))
        try hosted.passes(178)
        begins("/track/3")
        #expect(try got(["Pause"]))
    }

    @Test("I71: a repeated track ends when it begins again, and a jump back to its beginning ends nothing")
    func repeated() throws {
        #expect(try sleep() == nil)
        try hosted.passes(10)
        player.emit(StagePlayer.player, "Seeked", [.int64(0)])
        #expect(try got([]))
        try hosted.passes(179)
        player.emit(StagePlayer.player, "Seeked", [.int64(0)])
        #expect(try got(["Pause"]))
    }

    @Test("I71: without a length it is refused")
    func noLength() throws {
        player.change([("Metadata", .vardict([("mpris:trackid", .objectPath("/track/2"))]))])
        try hosted.stage.settleAgent(after: player.connection)
        #expect(try sleep() == .invalidArguments)
        begins("/track/3")
        try hosted.stage.settleAgent(after: player.connection)
        #expect(try sleep() == nil)
    }
}
