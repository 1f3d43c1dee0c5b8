// SPDX-License-Identifier: Apache-2.0

import BatonMPRIS
import Testing

@testable import batonctl

@Suite struct SelectionTests {
    private func names(_ instances: [String]) -> [PlayerName] {
        instances.compactMap { PlayerName(busName: PlayerName.prefix + $0) }
    }

    @Test("a player's bus name splits into name and instance")
    func splits() {
        let player = PlayerName(busName: "org.mpris.MediaPlayer2.vlc.instance12")
        #expect(player?.name == "vlc")
        #expect(player?.instance == "vlc.instance12")
        #expect(PlayerName(busName: "org.mpris.MediaPlayer2.") == nil)
        #expect(PlayerName(busName: "org.mpris.MediaPlayer2x.vlc") == nil)
    }

    @Test(
        "players have the order of the names on the command line",
        arguments: [
            (["s1"], ["s1", "s1.instance123"]), (["s3,s1"], ["s3", "s1", "s1.instance123"]),
            (["s2,s1,s3"], ["s2", "s1", "s1.instance123", "s3"]), (["m4,m5", "s2", "s3"], ["s2", "s3"]),
            (["s1.instance123,s1"], ["s1.instance123", "s1"]), (["s6 , s1"], ["s6.instance2", "s1", "s1.instance123"]),
            (["%any"], ["s1", "s1.instance123", "s2", "s3", "s6.instance2"]),
            (["s3,%any"], ["s3", "s1", "s1.instance123", "s2", "s6.instance2"]),
            (["%any,s1"], ["s2", "s3", "s6.instance2", "s1", "s1.instance123"]),
            (["s6,%any,s2"], ["s6.instance2", "s1", "s1.instance123", "s3", "s2"]),
            (["org.mpris.MediaPlayer2.s2"], ["s2"]), (["nobody"], []), (["s"], []),
            ([""], ["s1", "s1.instance123", "s2", "s3", "s6.instance2"]),
        ])
    func orders(_ typed: [String], _ expected: [String]) {
        let players = names(["s1", "s1.instance123", "s2", "s3", "s6.instance2"])
        #expect(PlayerSelection(players: typed).order(players).map(\.instance) == expected)
    }

    @Test("an ignored player is never selected, even when it is named")
    func ignores() {
        let players = names(["a", "a.instance1", "b", "c"])
        #expect(PlayerSelection(ignored: ["a"]).order(players).map(\.instance) == ["b", "c"])
        #expect(PlayerSelection(players: ["c,b"], ignored: ["c", "x"]).order(players).map(\.instance) == ["b"])
        #expect(PlayerSelection(ignored: ["%any"]).order(players).isEmpty)
    }

    @Test("a mirror of players is selected only when it is named")
    func leavesMirrorsOut() {
        let players = names(["playerctld", "a", "baton"])
        #expect(PlayerSelection().order(players).map(\.instance) == ["a"])
        #expect(PlayerSelection(players: ["%any"]).order(players).map(\.instance) == ["a"])
        #expect(PlayerSelection(players: ["playerctld"]).order(players).map(\.instance) == ["playerctld"])
    }

    @Test("`%any` names no player, so that one that the agent ignores has to be named itself")
    func anyNamesNone() throws {
        let player = try #require(PlayerName(busName: "org.mpris.MediaPlayer2.vlc"))
        #expect(!PlayerSelection(players: ["%any"]).names(player))
        #expect(PlayerSelection(players: ["%any", "vlc"]).names(player))
    }
}
