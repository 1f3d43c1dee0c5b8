// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Testing

/// What a press of a Bluetooth headset means (rules I30 and I50 to I54).
@Suite("Bluetooth headsets: presses, and what they send by themselves")
struct BluetoothPressTests {
    @Test("I30: out of the ear and in again: the same player pauses and goes on")
    func wear() throws {
        let scene = try HeadsetScene()
        let player = try scene.player("one", "Playing")
        try scene.press("Pause")
        #expect(player.calls == ["Pause"])
        try scene.set(player, "Paused")
        try scene.press("Play")
        #expect(player.calls == ["Pause", "Play"])
    }

    @Test("I30: out, the user plays another, in: nothing")
    func wearWithAnother() throws {
        let scene = try HeadsetScene()
        let player = try scene.player("one", "Playing")
        let other = try scene.player("two", "Paused")
        try scene.press("Pause")
        #expect(player.calls == ["Pause"])
        try scene.set(player, "Paused")
        try scene.set(other, "Playing")
        try scene.press("Play")
        #expect(player.calls == ["Pause"])
        #expect(other.calls == [])
    }

    @Test("BLUEZ8, I30, I50: out while everything is paused: no call at any player, and both buds are one record")
    func wearAtRest() throws {
        let scene = try HeadsetScene()
        let player = try scene.player("one", "Paused")
        let other = try scene.player("two", "Stopped")
        try scene.press("Pause", "Pause")
        #expect(player.calls == [] && other.calls == [], "\(player.calls) \(other.calls)")

        try scene.set(player, "Playing")
        try scene.press("Pause")
        try scene.set(player, "Paused")
        try scene.press("Pause", "Play")
        #expect(player.calls == ["Pause", "Play"], "the second bud is out while nothing plays")
        #expect(other.calls == [])
    }

    @Test(
        "I53: a device that connects and sends Play starts and resumes nothing, whatever plays",
        arguments: ["Playing", "Paused"])
    func connecting(_ status: String) throws {
        let scene = try HeadsetScene()
        let player = try scene.player("one", status)
        scene.bluez.set(scene.device, isConnected: false)
        scene.bluez.set(scene.device, isConnected: true)
        try scene.press("Play")
        #expect(player.calls == [])
        try scene.press("Next")
        #expect(player.calls == ["Next"], "its other buttons count")
        try scene.press("Play")
        // To one that plays it is not sent (rule MPRIS52).
        let both = status == "Playing" ? ["Next"] : ["Next", "Play"]
        #expect(player.calls == both, "a person who has pressed another button presses this one too")
    }

    @Test("I53: with `play-on-connect = yes` it plays; and a device that was there before Baton is not connecting")
    func playOnConnect() throws {
        let scene = try HeadsetScene(["bluetooth.play-on-connect=yes"])
        let player = try scene.player("one", "Paused")
        scene.bluez.set(scene.device, isConnected: false)
        scene.bluez.set(scene.device, isConnected: true)
        try scene.press("Play")
        #expect(player.calls == ["Play"])
        let usual = try HeadsetScene()
        let other = try usual.player("one", "Paused")
        try usual.press("Play")
        #expect(other.calls == ["Play"])
    }

    @Test(
        "I52: `belief` is what the file says of the device, by its alias or its address",
        arguments: [
            ("Buds", "corrected"), ("00:11:22:*", "corrected"), ("Buds", "toggle"),
        ])
    func belief(_ name: String, _ belief: String) throws {
        let scene = try HeadsetScene(["device \(name).play-pause=\(belief)"])
        let player = try scene.player("one", "Playing")
        try scene.press("Play")
        #expect(player.calls == ["PlayPause"])
        try scene.set(player, "Paused")
        try scene.press(belief == "toggle" ? "Play" : "Pause")
        #expect(player.calls == ["PlayPause", "PlayPause"])
        try scene.set(player, "Paused")
        try scene.press("Play")
        #expect(player.calls.last == (belief == "toggle" ? "PlayPause" : "Play"))
    }

    @Test(
        "I50, I52: another device, one of two, and one that feels whether it is worn are taken at their word",
        arguments: [
            ["device Car.play-pause=toggle"], ["device Buds.play-pause=toggle", "device Buds.wear=yes"],
            ["device Buds.play-pause=toggle"],
        ])
    func asSent(_ settings: [String]) throws {
        let scene = try HeadsetScene(settings)
        if settings.count == 1, settings[0].contains("Buds") {
            _ = try scene.bluez.pair("Box", address: "AA:AA:AA:AA:AA:AA", isConnected: true)
        }
        let player = try scene.player("one", "Playing")
        try scene.press("Next", "Pause")
        #expect(player.calls == ["Next", "Pause"])
        try scene.set(player, "Paused")
        try scene.press("Pause")
        #expect(player.calls == ["Next", "Pause"])
    }

    @Test("I51: with [headset] avrcp-toggle = yes a headset that is wrong about the player toggles")
    func everyDevice() throws {
        let scene = try HeadsetScene(["headset.avrcp-toggle=yes"])
        let player = try scene.player("one", "Playing")
        try scene.press("Play")
        #expect(player.calls == ["PlayPause"])
        try scene.set(player, "Paused")
        try scene.press("Pause")
        #expect(player.calls == ["PlayPause", "PlayPause"])
    }

    @Test(
        "I54: with `wear = yes` a Play after a Pause that found nothing playing does nothing once, and the next one counts"
    )
    func doubt() throws {
        let scene = try HeadsetScene(["device Buds.wear=yes"])
        let player = try scene.player("one", "Paused")
        try scene.press("Pause", "Play")
        #expect(player.calls == [])
        try scene.press("Play")
        #expect(player.calls == ["Play"])
    }

    @Test("I54: with `wear = yes` what has waited too long does not go on by the first Play, and does by the second")
    func expired() throws {
        let scene = try HeadsetScene(["device Buds.wear=yes", "interruptions.wear-resume=1s"])
        let player = try scene.player("one", "Playing")
        try scene.press("Pause")
        try scene.set(player, "Paused")
        let stage = scene.stage
        try #require(stage.turn { (try? Self.isHeld(stage)) == false })
        try scene.press("Play")
        #expect(player.calls == ["Pause"])
        try scene.press("Play")
        #expect(player.calls == ["Pause", "Play"])
    }

    @Test("I54: with `wear = no` its Pause is a press like any other, and its Play goes to the first player")
    func neverWorn() throws {
        let scene = try HeadsetScene(["device Buds.wear=no"])
        let player = try scene.player("one", "Playing")
        let other = try scene.player("two", "Paused")
        try scene.press("Pause")
        try scene.set(player, "Paused")
        // It is first now, because it played last, and was used: a start that is over at once would not count (rule MPRIS91).
        try scene.set(other, "Playing")
        try scene.press("Next")
        try scene.set(other, "Paused")
        try scene.press("Play")
        #expect(player.calls == ["Pause"] && other.calls == ["Next", "Play"])
    }

    /// Whether an interruption lasts.
    private static func isHeld(_ stage: AgentStage) throws -> Bool {
        let message = Message.methodCall(
            to: AgentStage.baton, path: "/org/baton/Baton1", interface: "org.freedesktop.DBus.Properties",
            member: "Get")
        try message.append(.string("org.baton.Baton1.Interruptions"), .string("Active"))
        guard case .array(let active) = try #require(try stage.call(message).get().first).unwrapped else { return true }
        return !active.elements.isEmpty
    }
}
