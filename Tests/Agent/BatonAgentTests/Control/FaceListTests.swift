// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Testing

/// Track lists and playlists at the face, of players that may have them or not (rule MPRIS10).
@Suite struct FaceListTests {
    @Test("MPRIS10: a player that tells of no track list has none at the face; playlists are asked for in any case")
    func noTrackList() throws {
        let stage = try AgentStage(nil)
        try stage.player("player", "Playing").silentlySet("HasTrackList", .boolean(false))
        try stage.startAgent()
        #expect(stage.turn { (try? stage.read("HasTrackList", of: StagePlayer.root).get()) == .boolean(false) })
        #expect(stage.turn { (try? stage.read("PlaylistCount", of: StagePlayer.playlists).get()) == .uint32(1) })
        #expect((try? stage.read("Tracks", of: StagePlayer.trackList).get()) == nil)
    }

    @Test("MPRIS10: a player that gives its track list up has none at the face either")
    func trackListGone() throws {
        let stage = try AgentStage()
        let player = try stage.player("player", "Playing")
        try stage.expectChain(["player"])
        let list = StagePlayer.trackList
        #expect(stage.turn { (try? stage.read("Tracks", of: list).get()) != nil })
        player.emit(
            "org.freedesktop.DBus.Properties", "PropertiesChanged",
            [
                .string(StagePlayer.root.rawValue), .vardict([("HasTrackList", .boolean(false))]), .strings([]),
            ])
        #expect(stage.turn { (try? stage.read("Tracks", of: list).get()) == nil })
    }
}
