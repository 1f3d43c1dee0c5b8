// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Testing

/// What people are told of a headset that seems to need two presses (rule I56).
@Suite("Bluetooth headsets: passive evidence")
struct PressEvidenceTests {
    private static let hint = "it seems to need two presses"

    /// A press that does nothing while the player plays, and the one after it, which pauses it.
    private func pressTwice(_ scene: HeadsetScene, _ player: StagePlayer) throws {
        // At once: how long the machine takes between them does not count.
        for button in ["Play", "Pause"] as [MemberName] { try scene.bluez.press(button) }
        try scene.settle()
        try scene.set(player, "Paused")
        try scene.set(player, "Playing")
    }

    @Test("I56: after the fifth time, and after a restart, `inputs` and the doctor say so, and nothing else changes")
    func hint() throws {
        let scene = try HeadsetScene()
        let player = try scene.player("one", "Playing")
        for _ in 0..<4 { try pressTwice(scene, player) }
        #expect(try scene.batonctl("inputs").printed.contains(Self.hint) == false)
        try pressTwice(scene, player)
        let inputs = try scene.batonctl("inputs").printed
        #expect(inputs.split(separator: "\n").contains { $0.contains("Buds") && $0.contains(Self.hint) }, "\(inputs)")
        let doctor = try scene.batonctl("doctor", "--all").printed
        #expect(doctor.contains("Buds seems to need two presses"), "\(doctor)")
        #expect(player.calls.filter { $0 == "Pause" }.count == 5 && !player.calls.contains("PlayPause"))
        try scene.press("Play")
        #expect(!player.calls.contains("PlayPause"), "Play pauses nothing")

        #expect(try scene.stage.stopAgent() == 0)
        try scene.stage.startAgent()
        let again = try scene.batonctl("inputs").printed
        #expect(again.contains("00:11:22:33:44:55") || again.contains("Buds"), "\(again)")
        #expect(again.contains(Self.hint), "\(again)")
    }

    @Test("I56: what the file decides needs no hint", arguments: ["play-pause=corrected", "wear=yes", "wear=no"])
    func decided(_ setting: String) throws {
        let state = "baton-state 1\npresses 00:11:22:33:44:55 5 1 1\n"
        let scene = try HeadsetScene(["device Buds.\(setting)"], state: state)
        #expect(try scene.batonctl("inputs").printed.contains(Self.hint) == false)
        let other = try HeadsetScene(["device Car.\(setting)"], state: state)
        #expect(try other.batonctl("inputs").printed.contains(Self.hint))
    }

    @Test("I31, I56: what comes beside a program's word that it is worn is no press", arguments: [false, true])
    func worn(_ isWorn: Bool) throws {
        let scene = try HeadsetScene(state: "baton-state 1\npresses 00:11:22:33:44:55 4 1 1\n")
        let player = try scene.player("one", "Playing")
        let bluez = scene.bluez
        if isWorn {
            // All are one after the other on one connection, so that no time passes between them.
            let begin = Message.methodCall(
                to: AgentStage.baton, path: "/org/baton/Baton1", interface: "org.baton.Baton1.Interruptions",
                member: "Begin")
            try begin.append(.string("wear"), .string(""), .vardict([]))
            bluez.connection.call(begin, within: .seconds(30)) { _ in }
        }
        try pressTwice(scene, player)
        try scene.settle()
        #expect(try scene.batonctl("inputs").printed.contains(Self.hint) == !isWorn)
    }
}
