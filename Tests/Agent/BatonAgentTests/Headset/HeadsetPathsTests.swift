// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Testing

/// Presses that two sources deliver, and two headsets that are pressed together (rules B6, B8 and C3).
@Suite("Headsets: several paths")
struct HeadsetPathsTests {
    @Test("B8, C3: a short press of fast-forward by a node and a settings daemon: nothing seeks on after the release")
    func shortPress() throws {
        var device = EvemuDevice(name: "Stereo Headset", bus: 3, keys: [163, 165, 168, 208])
        device.press(208, from: 0, to: 60)
        var daemon: FakeSettingsDaemon?
        let headset = try HeadsetStage.inTime([device], ["headset.shared=yes"]) { stage in
            let fake = FakeSettingsDaemon(on: try stage.connect())
            fake.export()
            fake.appear(as: ["org.gnome.SettingsDaemon.MediaKeys"])
            stage.services = [fake]
            daemon = fake
        }
        try #require(headset.waitForState("listening", of: "settings daemon"))
        try #require(headset.turn { !headset.player.calls.isEmpty })
        // The desktop's daemon delivers a little later, and reports no release.
        try daemon?.press("FastForward")
        headset.pass(.milliseconds(400))
        let count = headset.player.calls.count
        headset.pass(.milliseconds(1200))
        #expect(headset.player.calls.count == count, "\(headset.player.calls)")
        #expect(headset.player.calls.allSatisfy { $0 == "Seek 2000000" }, "\(headset.player.calls)")
    }

    @Test("two headsets that are pressed together are two presses, and what one holds the other does not end")
    func together() throws {
        var first = EvemuDevice(name: "First Headset", bus: 3, keys: [163, 165, 208])
        // Held while the other one is pressed.
        first.press(208, from: 0, to: 2000)
        first.press(163, from: 2100, to: 2150)
        var second = EvemuDevice(name: "Second Headset", bus: 3, keys: [163, 165, 208])
        second.number = 8
        second.press(165, from: 500, to: 550)
        second.press(165, from: 800, to: 850)
        second.press(163, from: 2100, to: 2150)
        let headset = try HeadsetStage.inTime([first, second])
        let calls = { headset.player.calls.filter { !$0.hasPrefix("Seek ") } }
        #expect(headset.turn { calls().count >= 4 }, "\(headset.player.calls)")
        headset.pass(.milliseconds(800))
        #expect(calls() == ["Previous", "Previous", "Next", "Next"], "\(headset.player.calls)")
        let all = headset.player.calls
        let last = try #require(all.lastIndex { $0 == "Previous" })
        #expect(all[(last + 1)...].contains { $0.hasPrefix("Seek ") }, "another headset's key ended it: \(all)")
        #expect(all.suffix(2) == ["Next", "Next"], "\(all)")
    }

    @Test("events that were lost: a key that came up meanwhile is let go, and the next press counts")
    func lost() throws {
        var device = EvemuDevice(name: "Stereo Headset", bus: 3, keys: [163, 165, 208])
        // SYN_DROPPED, after which the kernel's answer is that all keys are up. Here no event may come between it and
        // its SYN_REPORT: umockdev writes event by event, where a kernel wakes its reader at the SYN_REPORT, so a key
        // could go down after the question.
        device.events = [(0, 1, 208, 1), (0, 0, 0, 0), (1_000_000, 0, 3, 0), (1_000_000, 0, 0, 0)]
        device.press(165, from: 6000, to: 6050)
        let headset = try HeadsetStage.inTime([device])
        let calls = { headset.player.calls }
        try #require(headset.turn { calls().contains("Previous") }, "\(calls())")
        headset.pass(.milliseconds(800))
        #expect(calls().last == "Previous", "\(calls())")
        // A step at once and every 250 ms of the first second, and not of the five after it, which would be twenty more.
        #expect((1...16).contains(calls().count { $0.hasPrefix("Seek ") }), "\(calls())")
    }
}
