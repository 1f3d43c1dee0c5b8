// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import Testing

@MainActor
@Suite("Events, queue, funnel (rules E)")
struct EventRuleTests {
    @Test("E1: event types have the guide's raw values, and no others exist")
    func types() {
        #expect(EventType.allCases.map(\.rawValue) == [0, 1, 2])
        for reserved in [3, 10, 11, 14] { #expect(EventType(rawValue: reserved) == nil) }
    }

    @Test("E2: event subtypes have the guide's raw values")
    func subtypes() {
        #expect(EventSubtype.allCases.map(\.rawValue) == [0, 1] + Array(100...109))
        #expect(RemoteControlSubtype.allCases.map(\.rawValue) == Array(100...109))
        #expect(EventSubtype.remoteControlTogglePlayPause.rawValue == 103)
        #expect(EventSubtype.remoteControlEndSeekingForward.rawValue == 109)
    }

    @Test("E3: the type and subtype of an event always agree", arguments: RemoteControlSubtype.allCases)
    func pairing(_ subtype: RemoteControlSubtype) {
        let event = Event(remoteControl: subtype, timestamp: .zero)
        #expect(event.type == .remoteControl)
        #expect(event.subtype.rawValue == subtype.rawValue)
        #expect(event.remoteControlSubtype == subtype)
        let motion = Event(motion: .shake, phase: .began, timestamp: .zero)
        #expect(motion.type == .motion)
        #expect(motion.subtype == .motionShake)
        #expect(motion.remoteControlSubtype == nil)
    }

    @Test("E4: an event carries its time since boot")
    func timestamp() {
        #expect(Event(remoteControl: .play, timestamp: .milliseconds(1234)).timestamp == .milliseconds(1234))
    }

    @Test("E5: events are sent first in, first out; one added during dispatch is sent after it, never inside it")
    func queue() {
        let scene = Scene()
        var depth = 0
        var order: [EventSubtype] = []
        scene.application.onSend = { event in
            depth += 1
            #expect(depth == 1, "an event was dispatched inside another one")
            order.append(event.subtype)
            if event.subtype == .remoteControlPlay {
                scene.application.postEvent(scene.command(.stop))
                scene.application.processEvents()
            }
            depth -= 1
        }
        scene.application.postEvent(scene.command(.play))
        scene.application.postEvent(scene.command(.pause))
        scene.application.processEvents()
        #expect(order == [.remoteControlPlay, .remoteControlPause, .remoteControlStop])
    }

    @Test("E6: sendEvent is called once for every event; motion and remote control go to the key window only")
    func funnel() {
        let scene = Scene()
        let other = RecordingWindow("other", scene.recorder)
        scene.application.addWindow(other)
        scene.send(scene.command())
        #expect(scene.application.sent.count == 1)
        #expect(scene.recorder.log == ["window", "application"])
        other.makeKey()
        scene.recorder.log = []
        scene.send(scene.command())
        #expect(scene.recorder.log == ["other", "application"])
    }

    @Test("E7: a sendEvent that does not call super delivers nothing, and the next event is unaffected")
    func silence() {
        let scene = Scene()
        scene.application.isSilent = true
        scene.send(scene.command())
        #expect(scene.recorder.log.isEmpty)
        scene.application.isSilent = false
        scene.window.isSilent = true
        scene.send(scene.command())
        #expect(scene.recorder.log.isEmpty)
        scene.window.isSilent = false
        scene.send(scene.command())
        #expect(scene.recorder.log == ["window", "application"])
    }

    @Test("E9: an event that no responder handles is dropped and counted by type, and its sender hears of it once")
    func dropped() {
        let scene = Scene()
        #expect(scene.send(scene.command()))
        #expect(scene.application.droppedEventCounts == [.remoteControl: 1])
        scene.outer.handles = true
        scene.outer.becomeFirstResponder()
        #expect(!scene.send(scene.command()))
        #expect(scene.application.droppedEventCounts == [.remoteControl: 1])
        #expect(scene.send(Event(motion: .shake, phase: .cancelled, timestamp: .zero)))
        #expect(scene.application.droppedEventCounts == [.remoteControl: 1, .motion: 1])
    }

    @Test("E9: a window without an application drops what it is sent")
    func orphanedWindow() {
        let window = Window()
        let event = Event(remoteControl: .play, timestamp: .zero)
        var unhandled = 0
        event.onUnhandled = { unhandled += 1 }
        window.sendEvent(event)
        #expect(unhandled == 1)
    }

    @Test("E10: there is no event that could carry an accelerometer sample")
    func samples() {
        let motion = Event(motion: .shake, phase: .ended, timestamp: .zero)
        let fields = Set(Mirror(reflecting: motion).children.compactMap(\.label))
        #expect(fields.isDisjoint(with: ["x", "y", "z", "acceleration", "rotationRate"]))
    }

    @Test("a flood leaves no room behind, and events keep their order across two drains")
    func flood() {
        let scene = Scene()
        for round in 0..<3 {
            for _ in 0..<1000 { scene.application.postEvent(scene.command(round == 1 ? .pause : .play)) }
            scene.application.processEvents()
        }
        #expect(scene.application.sent.count == 3000)
        #expect(scene.application.sent[1000].subtype == .remoteControlPause)
    }
}
