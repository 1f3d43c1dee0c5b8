// SPDX-License-Identifier: Apache-2.0

import BatonDeskSupport
import BatonTestSupport
import Foundation
import Testing

/// A real sway with the bindings that `batonctl setup` writes, and keys of a virtual keyboard.
@MainActor
@Suite struct SwayKeysTests {
    // Pause before Play: a player that is paused already is sent no Pause (rule MPRIS52).
    private static let keys = [
        ("XF86AudioNext", "Next"), ("XF86AudioPrev", "Previous"), ("XF86AudioRewind", "Seek -2000000"),
        ("XF86AudioForward", "Seek 2000000"), ("XF86AudioPause", "Pause"), ("XF86AudioPlay", "PlayPause"),
    ]

    @Test("each media key reaches the player once, also after a reload, and not after --revert")
    func once() throws {
        let desk = try OfferDesk(.sway)
        let folder = "\(desk.directory)/.config/sway"
        _ = try #require(try desk.run(["mkdir", "-p", folder]))
        _ = try #require(try desk.run(["ln", "-s", "\(desk.directory)/sway.conf", "\(folder)/config"]))
        try desk.startAgent()
        let player = try StagePlayer("one", status: "Playing", without: [], on: desk.connection)
        var isOwned = false
        player.appear { isOwned = true }
        try #require(desk.turn { isOwned })
        let batonctl = try desk.built("batonctl")
        let setup = try #require(try desk.run([batonctl, "setup", "--media-keys", "--yes"]))
        #expect(setup.contains("sway has read its configuration again."))
        try expect(Self.keys, player, desk)
        _ = try #require(try desk.run(["swaymsg", "reload"]))
        try expect(Self.keys, player, desk)
        // Stop comes last: a player that has stopped has no position to go back from.
        try expect([("XF86AudioStop", "Stop")], player, desk)
        let revert = try #require(try desk.run([batonctl, "setup", "--revert"]))
        #expect(revert.contains("sway has read its configuration again."))
        let count = player.calls.count
        try press("XF86AudioNext", desk)
        #expect(!desk.turn(within: .milliseconds(500)) { player.calls.count > count })
    }

    private func press(_ keysym: String, _ desk: OfferDesk) throws {
        // The keyboard exists for half a second before its first key.
        _ = try #require(try desk.run(["wtype", "-s", "500", "-P", keysym, "-s", "400", "-p", keysym]))
    }

    /// Presses each key once, and expects one call at the player for each; seeking takes steps as long as its key is
    /// down.
    private func expect(_ keys: [(String, String)], _ player: StagePlayer, _ desk: OfferDesk) throws {
        for (keysym, call) in keys {
            let before = player.calls.count
            try press(keysym, desk)
            #expect(desk.turn { player.calls.count > before }, "\(keysym)")
            // A duplicate would arrive at once; seeking ends shortly after the release.
            let isQuiet = desk.turn(within: .seconds(10)) {
                let count = player.calls.count
                return !desk.turn(within: .milliseconds(600)) { player.calls.count > count }
            }
            #expect(isQuiet, "\(keysym)")
            let calls = Array(player.calls[before...])
            if call.hasPrefix("Seek") {
                #expect(
                    calls.first == call && calls.allSatisfy { $0.contains("-") == call.contains("-") },
                    "\(keysym): \(calls)")
            } else {
                #expect(calls == [call], "\(keysym)")
            }
        }
    }
}
