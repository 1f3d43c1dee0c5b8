// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Testing

@testable import BatonMPRIS

/// Where a player is after another track has begun (rules MPRIS97 and MPRIS105).
@Suite struct TrackStartTests {
    private func metadata(
        _ title: String? = nil, url: String? = nil, seconds: Int64? = nil, track: ObjectPath? = nil
    ) -> Metadata {
        var metadata = Metadata()
        metadata["xesam:artist"] = .strings(["Someone"])
        if let title { metadata["xesam:title"] = .string(title) }
        if let url { metadata["xesam:url"] = .string(url) }
        if let seconds { metadata["mpris:length"] = .int64(seconds * 1_000_000) }
        if let track { metadata["mpris:trackid"] = .objectPath(track) }
        return metadata
    }

    @Test("MPRIS97: without an identifier another address or title is another track; the next song of a stream is not")
    func otherTrack() {
        let song = metadata("One", seconds: 200)
        #expect(metadata("Two", seconds: 200).isOtherTrack(than: song))
        #expect(metadata("Two").isOtherTrack(than: metadata("One")))
        #expect(metadata("One", url: "b").isOtherTrack(than: metadata("One", url: "a")))
        #expect(metadata("Two", url: "page", seconds: 9).isOtherTrack(than: metadata("One", url: "page", seconds: 200)))
        #expect(metadata(seconds: 100).isOtherTrack(than: metadata(seconds: 200)))
        #expect(metadata("Two", track: "/b").isOtherTrack(than: metadata("Two", track: "/a")))
        #expect(metadata("Two", track: "/b").isOtherTrack(than: song))
        // A correction, a radio, and an identifier that says that it is the same.
        #expect(!metadata("One", seconds: 201).isOtherTrack(than: song))
        #expect(!metadata("One").isOtherTrack(than: song))
        #expect(!metadata(seconds: 200).isOtherTrack(than: metadata()))
        #expect(!metadata("Two", url: "radio").isOtherTrack(than: metadata("One", url: "radio")))
        let radio = metadata("One", url: "radio", seconds: 0)
        #expect(!metadata("Two", url: "radio", seconds: 0).isOtherTrack(than: radio))
        #expect(!metadata("Two", track: "/a").isOtherTrack(than: metadata("One", track: "/a")))
        #expect(!song.isOtherTrack(than: Metadata()))
    }

    private func player(on stage: BusStage, _ metadata: Metadata) throws -> (StagePlayer, Player, PlayerRegistry) {
        let player = try StagePlayer("fin", status: "Playing", on: stage.connect())
        player.silentlySet("Metadata", metadata.value)
        player.silentlySet("Position", .int64(150_000_000))
        stage.services.append(player)
        var isOwned = false
        player.appear { isOwned = true }
        try #require(stage.turn { isOwned })
        let (registry, _) = try stage.watch()
        return (player, registry.players[0], registry)
    }

    @Test("MPRIS97: a new track without an identifier is at its start until the player tells; an older answer does not")
    func start() throws {
        let clock = ManualClock()
        let stage = try BusStage(clock: clock)
        let (player, seen, registry) = try player(on: stage, metadata("One", seconds: 200))
        #expect(seen.position(at: clock.now) == 150_000_000)
        // The new track is told while the position before it is on its way as an answer.
        var isTold = false
        player.onRead = { [unowned player] name in
            guard name == "Position", !isTold else { return }
            isTold = true
            player.change([("Metadata", metadata("Two", seconds: 100).value)])
        }
        var isAnswered = false
        seen.refreshPosition(within: .seconds(1)) { _ in isAnswered = true }
        try #require(stage.turn { isAnswered })
        #expect(seen.metadata.title == "Two")
        #expect(seen.position(at: clock.now) == 0 && seen.positionIsStale)
        player.silentlySet("Position", .int64(2_000_000))
        seen.refreshPosition(within: .seconds(1))
        try #require(stage.turn { seen.position(at: clock.now) == 2_000_000 })
        #expect(registry.players.count == 1)
    }

    @Test("MPRIS97: after a Next or Previous that it confirms it is at the start, unless it has told something since")
    func trackCommand() throws {
        let clock = ManualClock()
        let stage = try BusStage(clock: clock)
        let (player, seen, registry) = try player(on: stage, metadata("One", seconds: 200))
        seen.noteTrackCommand(since: seen.positionTellings)
        #expect(seen.position(at: clock.now) == 0 && seen.positionIsStale)
        player.silentlySet("Position", .int64(3_000_000))
        let tellings = seen.positionTellings
        seen.refreshPosition(within: .seconds(1))
        try #require(stage.turn { seen.position(at: clock.now) == 3_000_000 })
        seen.noteTrackCommand(since: tellings)
        #expect(seen.position(at: clock.now) == 3_000_000)
        #expect(registry.players.count == 1)
    }

    @Test("MPRIS105: an answer to a question from before a Seeked does not move the player back")
    func seekedFirst() throws {
        let clock = ManualClock()
        let stage = try BusStage(clock: clock)
        let (player, seen, registry) = try player(on: stage, metadata("One", seconds: 200))
        var isTold = false
        player.onRead = { [unowned player] name in
            guard name == "Position", !isTold else { return }
            isTold = true
            player.emit(StagePlayer.player, "Seeked", [.int64(20_000_000)])
        }
        for _ in 0..<2 {
            // The second one is asked after it, and a player that is slow answers with the old position still.
            var isAnswered = false
            seen.refreshPosition(within: .seconds(1)) { _ in isAnswered = true }
            try #require(stage.turn { isAnswered })
            #expect(seen.position(at: clock.now) == 20_000_000 && isTold)
        }
        #expect(registry.players.count == 1)
    }
}
