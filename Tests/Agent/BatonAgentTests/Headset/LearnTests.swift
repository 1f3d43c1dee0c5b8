// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonTestSupport
import Testing

/// `Learn()` over the bus, with a device that umockdev replays.
@Suite("Headsets: learning a button")
struct LearnTests {
    /// A headset on a desktop that acts on its keys: it is not read, but can be learned.
    private func stage(_ device: EvemuDevice) throws -> HeadsetStage {
        try HeadsetStage([device], environment: ["DISPLAY": ":99"], lead: 0)
    }

    @Test("a button beside a desktop: what it is, and the line that makes it Baton's")
    func button() throws {
        var device = EvemuDevice(name: "USB Headset", bus: 3, keys: [164, 113, 114, 115])
        device.press(164, from: 0, to: 50)
        let headset = try stage(device)
        let answer = try headset.stage.baton("Learn", .uint32(20)).get()
        let button = try #require(answer.first.flatMap { LearnedButton(wire: $0) })
        #expect(button.input == "evdev" && button.device == "USB Headset" && button.node == device.node)
        #expect(button.key == "KEY_PLAYPAUSE" && button.action == "nothing", "\(button)")
        #expect(button.role == "headset" && button.reading == "off", "\(button)")
        #expect(button.reason == .input(.desktopActs), "\(button)")
        #expect(button.configuration == ["[device USB Headset]", "grab = media-only"], "\(button)")
        headset.pass(.milliseconds(300))
        #expect(headset.player.calls.isEmpty)
    }

    @Test("a caller that waits for a button and leaves has given up: another one may wait then, and no node stays open")
    func callerLeaves() throws {
        let headset = try stage(EvemuDevice(name: "USB Headset", bus: 3, keys: [164, 113, 114, 115]))
        let stage = headset.stage
        // The first time, batond has to learn the session's state.
        #expect(try stage.baton("Learn", .uint32(1)).errorName == .timeout)
        let before = try headset.descriptors
        let caller = try stage.connect()
        var answer: Result<Message, DBusError>?
        let message = Message.methodCall(
            to: AgentStage.baton, path: "/org/baton/Baton1", interface: AgentStage.application, member: "Learn")
        try message.append(.uint32(300))
        caller.call(message, within: .seconds(300)) { answer = $0 }
        try #require(headset.turn { (try? headset.descriptors) ?? 0 > before })
        #expect(try stage.baton("Learn", .uint32(1)).errorName == .limitsExceeded)
        #expect(answer == nil)
        caller.close()
        #expect(headset.turn { (try? headset.descriptors) == before })
        #expect(try stage.baton("Learn", .uint32(1)).errorName == .timeout)
        #expect(headset.turn { (try? headset.descriptors) == before })
    }

    @Test("a session that is locked while somebody learns: the node is given up")
    func locked() throws {
        var login: FakeLogin?
        let device = EvemuDevice(name: "USB Headset", bus: 3, keys: [164, 113, 114, 115])
        let headset = try HeadsetStage([device], environment: ["DISPLAY": ":99"], lead: 0) { stage in
            let fake = FakeLogin(on: try stage.connect())
            fake.appear()
            stage.services = [fake]
            login = fake
        }
        let session = try #require(login)
        #expect(try headset.stage.baton("Learn", .uint32(1)).errorName == .timeout)
        let before = try headset.descriptors
        let caller = try headset.stage.connect()
        let message = Message.methodCall(
            to: AgentStage.baton, path: "/org/baton/Baton1", interface: AgentStage.application, member: "Learn")
        try message.append(.uint32(300))
        caller.call(message, within: .seconds(300)) { _ in }
        try #require(headset.turn { (try? headset.descriptors) ?? 0 > before })
        session.set(isLocked: true)
        #expect(headset.turn { (try? headset.descriptors) == before })
        session.set(isLocked: false)
        #expect(headset.turn { (try? headset.descriptors) ?? 0 > before })
    }
}
