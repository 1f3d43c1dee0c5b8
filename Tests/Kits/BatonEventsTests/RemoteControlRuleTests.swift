// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import BatonTestSupport
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

    @Test("C3: seeking begins and ends in pairs, and an end without a begin is dropped")
    func pairs() {
        var source = RemoteControlSource()
        #expect(source.receive(.endSeekingForward) == [])
        #expect(source.receive(.beginSeekingForward) == [.beginSeekingForward])
        #expect(source.receive(.beginSeekingForward) == [])
        #expect(source.receive(.endSeekingBackward) == [])
        #expect(source.receive(.endSeekingForward) == [.endSeekingForward])
    }

    @Test("C3: another command of the source ends its seeking first, and so does its disconnection")
    func interruption() {
        var source = RemoteControlSource()
        _ = source.receive(.beginSeekingBackward)
        #expect(source.receive(.nextTrack) == [.endSeekingBackward, .nextTrack])
        _ = source.receive(.beginSeekingForward)
        #expect(source.receive(.beginSeekingBackward) == [.endSeekingForward, .beginSeekingBackward])
        #expect(source.disconnect() == [.endSeekingBackward])
        #expect(source.disconnect() == [])
    }

    @Test("C3: the same begin within a second is auto-repeat; later it is a new hold, and the lost end comes before it")
    func lostRelease() {
        var source = RemoteControlSource()
        #expect(source.receive(.beginSeekingForward, at: .seconds(1)) == [.beginSeekingForward])
        // Auto-repeat of a held key: the first repetition after 0.66 s, then 25 a second.
        for repetition in 0..<100 {
            let instant = Duration.milliseconds(1660 + 40 * repetition)
            #expect(source.receive(.beginSeekingForward, at: instant) == [], "repetition \(repetition)")
        }
        #expect(
            source.receive(.beginSeekingForward, at: .seconds(40)) == [.endSeekingForward, .beginSeekingForward],
            "the release was lost: the next hold has to seek")
        #expect(source.receive(.endSeekingForward, at: .seconds(41)) == [.endSeekingForward])
    }

    @Test("C3: whatever a source sends, what comes out is well-formed")
    func wellFormed() {
        var random = SeededRandom(seed: 7)
        var source = RemoteControlSource()
        var open: RemoteControlSubtype?
        var now = Duration.zero
        for _ in 0..<5000 {
            now += .milliseconds(Int.random(in: 0..<1500, using: &random))
            let sent = RemoteControlSubtype.allCases.randomElement(using: &random) ?? .play
            for subtype in Int.random(in: 0..<20, using: &random) == 0
                ? source.disconnect() : source.receive(sent, at: now)
            {
                if subtype.isEnd {
                    #expect(open == subtype)
                    open = nil
                } else {
                    #expect(open == nil, "\(subtype) between begin and end of seeking")
                    open = subtype.end
                }
            }
        }
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
