// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Testing

/// Headsets while the session is inactive or locked (rules B9 and C3).
@Suite("Headsets: the session")
struct HeadsetSessionTests {
    /// A headset whose fast-forward is pressed and never released.
    private static var held: EvemuDevice {
        var device = EvemuDevice(name: "Stereo Headset", bus: 3, keys: [163, 165, 168, 208])
        device.events = [(0, 1, 208, 1), (0, 0, 0, 0)]
        return device
    }

    @Test("a headset that is found long after the session was: a lock ends what is held and gives the node up")
    func later() throws {
        var login: FakeLogin?
        let headset = try HeadsetStage([Self.held], configuration: "[headset]\nenabled = no\n", lead: 0) { stage in
            let fake = FakeLogin(on: try stage.connect())
            fake.appear()
            login = fake
            // Another input needs the session's state: batond asks as soon as there is a settings daemon.
            let daemon = FakeSettingsDaemon(on: try stage.connect())
            daemon.export()
            daemon.appear(as: ["org.gnome.SettingsDaemon.MediaKeys"])
            stage.services = [fake, daemon]
        }
        let session = try #require(login)
        try #require(headset.turn { session.isThere && session.questions > 0 })
        headset.pass(.milliseconds(300))
        try headset.reload("[headset]\nshared = yes\nwhile-locked = no\n")
        try #require(headset.turn { headset.player.calls.count >= 2 })
        #expect(headset.player.calls.allSatisfy { $0.hasPrefix("Seek ") }, "\(headset.player.calls)")
        session.set(isLocked: true)
        try #require(headset.waitForState("waiting session-locked", of: "Stereo Headset"))
        let count = headset.player.calls.count
        headset.pass(.seconds(1))
        #expect(headset.player.calls.count == count, "seeking goes on behind the lock")
        session.set(isLocked: false)
        #expect(headset.waitForState("listening", of: "Stereo Headset"))
    }

    @Test("HEADSET17: with another session in front the node is closed, although its descriptor would stay good")
    func inactive() throws {
        var login: FakeLogin?
        let headset = try HeadsetStage([Self.held], lead: 0) { stage in
            let fake = FakeLogin(on: try stage.connect())
            fake.appear()
            stage.services = [fake]
            login = fake
        }
        let session = try #require(login)
        try #require(headset.waitForState("listening", of: "Stereo Headset"))
        try #require(headset.turn { headset.player.calls.count >= 2 })
        try #require(headset.openNodes == 1)
        session.set(isActive: false)
        try #require(headset.waitForState("waiting session-inactive", of: "Stereo Headset"))
        #expect(try headset.openNodes == 0, "the node is open")
        session.set(isActive: true)
        #expect(headset.waitForState("listening", of: "Stereo Headset"))
        #expect(try headset.openNodes == 1)
    }
}
