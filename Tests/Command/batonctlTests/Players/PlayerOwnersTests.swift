// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMPRIS
import Testing

@testable import batonctl

@Suite struct PlayerOwnersTests {
    @Test("a connection is known by its players, and one without a player is forgotten")
    func forgets() throws {
        let (mpv, vlc) = (try player("mpv"), try player("vlc"))
        var owners = PlayerOwners()
        owners.add(mpv, of: ":1.1")
        owners.add(mpv, of: ":1.1")
        owners.add(vlc, of: ":1.1")
        #expect(owners.players(of: ":1.1") == [mpv, vlc])
        owners.remove(mpv)
        #expect(owners.players(of: ":1.1") == [vlc])
        owners.remove(vlc)
        #expect(owners.players(of: ":1.1").isEmpty && owners.count == 0)
    }

    @Test("players that come and go all day leave nothing behind")
    func day() throws {
        let mpv = try player("mpv")
        var owners = PlayerOwners()
        for number in 1...1000 {
            owners.remove(mpv)
            owners.add(mpv, of: try BusName(":1.\(number)"))
        }
        #expect(owners.count == 1 && owners.players(of: ":1.1000") == [mpv])
    }

    private func player(_ name: String) throws -> PlayerName {
        try #require(PlayerName(busName: "org.mpris.MediaPlayer2.\(name)"))
    }
}
