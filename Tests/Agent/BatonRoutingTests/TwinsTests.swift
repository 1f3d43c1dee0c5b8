// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import Testing

@testable import BatonRouting

/// Which players of a process are one player to the user.
@Suite("Players of one program")
struct TwinsTests {
    private static let prefix = "org.mpris.MediaPlayer2."

    private func name(_ name: String) throws -> BusName { try BusName(Self.prefix + name) }

    @Test("MPRIS83: a player that is noted again counts once, with its new connection")
    func again() throws {
        var twins = Twins()
        let (first, second) = (try name("vlc"), try name("vlc.instance9"))
        twins.insert(first, of: ":1.1", in: 7)
        twins.insert(second, of: ":1.2", in: 7)
        #expect(twins.contains(first, in: 7))
        twins.insert(second, of: ":1.1", in: 7)
        #expect(!twins.contains(first, in: 7) && !twins.contains(second, in: 7))
        twins.insert(second, of: ":1.3", in: 7)
        twins.remove(second, in: 7)
        #expect(!twins.contains(first, in: 7))
    }

    @Test(
        "MPRIS83: of one name, or made by the engine: twins; with other names, one connection or another process: none")
    func twins() throws {
        var twins = Twins()
        func insert(_ player: String, _ connection: BusName, _ process: UInt32 = 7) throws {
            twins.insert(try name(player), of: connection, in: process)
        }
        try insert("vlc", ":1.1")
        try insert("other", ":1.2")
        try insert("vlc.instance9", ":1.1")
        try insert("vlc", ":1.3", 8)
        #expect(try !twins.contains(name("vlc"), in: 7))
        #expect(try !twins.contains(name("other"), in: 7))
        try insert("vlc.instance10", ":1.4")
        #expect(try twins.contains(name("vlc"), in: 7))
        #expect(try twins.contains(name("vlc.instance10"), in: 7))
        #expect(try !twins.contains(name("other"), in: 7))
        twins.remove(try name("vlc.instance10"), in: 7)
        #expect(try !twins.contains(name("vlc"), in: 7))
        try insert("chromium.instance7", ":1.5")
        for player in ["vlc", "other", "chromium.instance7"] { #expect(try twins.contains(name(player), in: 7)) }
        twins.remove(try name("chromium.instance7"), in: 7)
        #expect(try !twins.contains(name("other"), in: 7))
        #expect(try !twins.contains(name("nobody"), in: 7) && !twins.contains(name("vlc"), in: 99))
    }

    @Test(
        "MPRIS34, MPRIS83: players of other devices, of which one process has several, have no twins",
        arguments: ["kdeconnect.mpris_1", "GSConnect.Phone", "Valent_0a1b", "Valent.phone", "Valent"])
    func remote(_ player: String) throws {
        #expect(try ResponderID(name(player).rawValue).isOnAnotherDevice)
        var twins = Twins()
        twins.insert(try name(player), of: ":1.1", in: 7)
        twins.insert(try name(player + ".instance2"), of: ":1.2", in: 7)
        #expect(try !twins.contains(name(player), in: 7))
        #expect(!ResponderID("org.mpris.MediaPlayer2.Valentine").isOnAnotherDevice)
    }
}
