// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Testing

/// A display that is started after batond: from then on its desktop acts on the keys (rule B8).
@Suite("Headsets: a display that comes later")
struct HeadsetDisplayTests {
    @Test("the first press after a compositor has started is the desktop's, not Baton's too")
    func later() throws {
        // The delay lets batond start and notice the display first.
        let wait = 15_000
        var device = EvemuDevice(name: "Stereo Headset", bus: 3, keys: [163, 165, 166])
        device.press(165, from: 0, to: 50)
        for number in 0..<3 { device.press(163, from: wait + number * 100, to: wait + 50 + number * 100) }
        var manager: FakeUserManager?
        let headset = try HeadsetStage([device], lead: 0) {
            let fake = FakeUserManager(on: try $0.connect())
            $0.services = [fake]
            manager = fake
        }
        let user = try #require(manager)
        // Without a display Baton reads the keys.
        try #require(headset.turn { !headset.player.calls.isEmpty })
        let folder = TemporaryFolder()
        let display = try ListeningSocket("\(folder.path)/wayland-1")
        defer { withExtendedLifetime(display) {} }
        user.environment = ["WAYLAND_DISPLAY=\(folder.path)/wayland-1"]
        // What is known of the display may be two seconds old.
        try #require(headset.age < .milliseconds(wait - 3000), "the machine is too slow")
        #expect(
            headset.turn(within: .seconds(60)) {
                (try? headset.state(of: device.name)) == "off desktop-acts-on-keys"
            })
        headset.pass(.milliseconds(500))
        #expect(headset.player.calls == ["Previous"])
    }

    @Test("while there is no display, every press counts once")
    func none() throws {
        var device = EvemuDevice(name: "Stereo Headset", bus: 3, keys: [163, 165, 166])
        device.press(163, from: 0, to: 50)
        device.press(165, from: 3500, to: 3550)
        device.press(166, from: 3560, to: 3600)
        var manager: FakeUserManager?
        let headset = try HeadsetStage([device], lead: 0) {
            let fake = FakeUserManager(on: try $0.connect())
            $0.services = [fake]
            manager = fake
        }
        #expect(headset.turn { headset.player.calls.count >= 3 }, "\(headset.player.calls)")
        headset.pass(.milliseconds(500))
        #expect(headset.player.calls == ["Next", "Previous", "Stop"], "\(headset.player.calls)")
        #expect((manager?.questions ?? 0) > 0)
    }
}
