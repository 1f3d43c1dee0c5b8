// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import Testing

@MainActor
@Suite("Remote control (rules C)")
struct RemoteControlRuleTests {
    @Test("C1: delivered only between begin and end; the calls do not nest")
    func receiving() {
        let scene = Scene()
        scene.application.beginReceivingRemoteControlEvents()
        scene.application.endReceivingRemoteControlEvents()
        #expect(scene.send(scene.command()))
        #expect(scene.recorder.log.isEmpty)
        #expect(scene.application.droppedEventCounts == [.remoteControl: 1])
        scene.application.beginReceivingRemoteControlEvents()
        scene.send(scene.command())
        #expect(scene.recorder.log == ["window", "application"])
    }

    @Test("C2: a handler sees type and subtype, and may leave a subtype to others")
    func subtypes() {
        let scene = Scene()
        var seen: [EventSubtype] = []
        scene.inner.takes = { event in
            guard event.type == .remoteControl, event.subtype == .remoteControlStop else {
                return scene.inner.passOn(event)
            }
            seen.append(event.subtype)
        }
        scene.inner.becomeFirstResponder()
        #expect(!scene.send(scene.command(.stop)))
        #expect(scene.send(scene.command(.nextTrack)))
        #expect(seen == [.remoteControlStop])
    }

    @Test("C4: the target is the first responder when the event is sent, not when it was posted")
    func target() {
        let scene = Scene()
        scene.inner.handles = true
        scene.outer.handles = true
        scene.inner.becomeFirstResponder()
        scene.application.postEvent(scene.command())
        scene.outer.becomeFirstResponder()
        scene.application.processEvents()
        #expect(scene.recorder.log == ["outer"])
    }

    @Test("C5: toggle, play and pause are three different events")
    func toggle() {
        #expect(RemoteControlSubtype.togglePlayPause.eventSubtype == .remoteControlTogglePlayPause)
        #expect(RemoteControlSubtype.play.eventSubtype == .remoteControlPlay)
        #expect(RemoteControlSubtype.pause.eventSubtype == .remoteControlPause)
    }

    @Test(
        "C6: a disabled subtype is not delivered, but counted, and its sender hears of it",
        arguments: RemoteControlSubtype.allCases)
    func disabled(_ subtype: RemoteControlSubtype) {
        let scene = Scene()
        let delegate = RecordingDelegate(scene.recorder)
        scene.application.delegate = delegate
        #expect(scene.application.isEnabled(subtype))
        scene.application.setEnabled(false, for: subtype)
        #expect(scene.send(scene.command(subtype)))
        #expect(scene.recorder.log.isEmpty)
        #expect(scene.application.disabledEventCounts == [subtype: 1])
        #expect(scene.application.droppedEventCounts.isEmpty)
        #expect(delegate.dropped == 1)
        scene.application.setEnabled(true, for: subtype)
        scene.send(scene.command(subtype))
        #expect(scene.recorder.log.first == "window")
    }
}
