// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonMPRIS
import BatonTestSupport
import Testing

@testable import BatonIntake
@testable import BatonRouting

/// Pause and Stop never start a player, and Play never pauses one, whichever input sends it (rule B7).
@Suite("Commands that contradict the player (rule B7)")
struct ContradictionTests {
    private static let commands: [(subtype: RemoteControlSubtype, member: MemberName)] = [
        (.play, "Play"), (.pause, "Pause"), (.stop, "Stop"),
    ]

    @Test("the keys Pause and Stop of a desktop are pause and stop")
    func desktopKeys() {
        #expect(MediaKey.pause.command == .pause && MediaKey.stop.command == .stop)
        #expect(PortalShortcut.pause.key == .pause && PortalShortcut.stop.key == .stop)
        #expect(KDEInput.key("pausemedia") == .pause)
        #expect(KDEInput.key("stopmedia") == .stop)
    }

    @Test(
        "MPRIS52: batond sends the player the command that came, or none if it is so already, whichever input it came from",
        arguments: ["Playing", "Paused", "Stopped"])
    func inputs(_ status: String) throws {
        let stage = try AgentStage(hasSystemBus: true)
        let player = try stage.player("one", status)
        // It would do the contrary of what does not change anything.
        player.toggles = true
        var sent: [String] = []
        func expectOnly(_ member: MemberName, from input: String) throws {
            let isSo = member == "Play" ? status == "Playing" : member == "Pause" && status != "Playing"
            if !isSo { sent.append(member.rawValue) }
            #expect(stage.turn { player.calls.count >= sent.count })
            #expect(player.calls == sent, "\(member) by \(input) at a player that is \(status)")
            try stage.set(player, status)
            try stage.settleAgent()
        }

        for command in Self.commands {
            try stage.face(command.member)
            try expectOnly(command.member, from: "the face")
            _ = try stage.send(command.subtype)
            try expectOnly(command.member, from: "org.baton.Baton1")
        }

        let bluez = FakeBluez(on: try stage.connect())
        bluez.appear()
        try #require(stage.turn { bluez.sees("PlaybackStatus") == status })
        for command in Self.commands {
            try bluez.press(command.member)
            // A bud that is taken out while nothing plays (rule I30).
            guard command.subtype != .pause || status == "Playing" else { continue }
            try expectOnly(command.member, from: "a Bluetooth headset")
        }
        #expect(player.calls == sent)
    }
}
