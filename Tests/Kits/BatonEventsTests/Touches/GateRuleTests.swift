// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import Testing

@MainActor
@Suite("What the view gets while recognizers decide (rules D, T26, T27, G23)")
struct GateRuleTests {
    /// A scene with one view over the whole window.
    private func stage() -> (scene: TouchScene, view: TouchView) {
        let scene = TouchScene()
        let view = scene.view("a", 0, 0, 400, 400)
        view.isMultipleTouchEnabled = true
        return (scene, view)
    }

    private func taps(_ count: Int, fingers: Int = 1) -> TapGestureRecognizer {
        let tap = TapGestureRecognizer()
        tap.numberOfTapsRequired = count
        tap.numberOfTouchesRequired = fingers
        return tap
    }

    @Test("D1: two fingers, recognized: B2 M2, the first end held, then C2 before the action")
    func twoFingersRecognized() {
        let (scene, _) = stage()
        scene.add(taps(1, fingers: 2), "tap", to: scene.window)
        scene.down(1, 10, 10)
        scene.down(2, 50, 10)
        scene.frame(0)
        scene.move(1, 12, 10)
        scene.move(2, 52, 10)
        scene.frame(10)
        scene.up(1)
        scene.frame(20)
        #expect(scene.log.take() == ["a B2", "a M2"])
        scene.up(2)
        scene.frame(30)
        #expect(scene.log.take() == ["a C2", "tap ended"])
    }

    @Test("D1, T12, T26: two fingers, failed: both held ends are one message, with the last of their events")
    func twoFingersFailed() {
        let (scene, view) = stage()
        scene.add(taps(2, fingers: 2), "tap", to: scene.window)
        scene.down(1, 10, 10)
        scene.down(2, 50, 10)
        scene.frame(0)
        scene.up(1)
        scene.frame(20)
        scene.move(2, 55, 10)
        let between = scene.frame(25)
        #expect(between?.allTouches.count == 2, "a touch whose end is held stays in the events of its sequence")
        #expect(scene.log.take() == ["a B2", "a M1"])
        var lines: [String] = []
        view.onMessage = { _, touches, event in
            lines.append("\(event.timestamp) \(event.touches(for: view).count == touches.count)")
            lines += touches.sorted().map { "\($0.phase) \($0.timestamp) \($0.location(in: nil).x)" }
        }
        scene.up(2)
        scene.frame(30)
        #expect(scene.log.take().isEmpty)
        scene.advance(379)
        #expect(scene.log.take().isEmpty)
        scene.advance(380)
        #expect(scene.log.take() == ["a E2"])
        #expect(lines == ["0.03 seconds true", "ended 0.02 seconds 10.0", "ended 0.03 seconds 55.0"])
    }

    @Test("D2: a continuous gesture: B M until it begins, then C and nothing more; failed: B M E")
    func continuous() {
        let (scene, _) = stage()
        scene.add(PanGestureRecognizer(), "pan", to: scene.window)
        scene.down(1, 10, 10)
        scene.frame(0)
        for step in 1...3 {
            scene.move(1, 10 + 5 * Double(step), 10)
            scene.frame(step * 10)
        }
        scene.up(1)
        scene.frame(40)
        #expect(scene.log.take() == ["a B1", "a M1", "a M1", "a C1", "pan began", "pan ended"])
        scene.down(1, 10, 10)
        scene.frame(1000)
        scene.move(1, 15, 10)
        scene.frame(1010)
        scene.up(1)
        scene.frame(1020)
        #expect(scene.log.take() == ["a B1", "a M1", "a E1"])
    }

    @Test("D3, T26, T27: double tap: B, B, C, C with four events; one tap: B, then E when it fails")
    func doubleTap() {
        let (scene, view) = stage()
        scene.add(taps(2), "tap", to: scene.window)
        var counts: [Int] = []
        view.onMessage = { _, touches, event in
            counts.append(event.allTouches.count)
            #expect(event.touches(for: view) == touches)
        }
        scene.tap(10, 10, at: 0)
        #expect(scene.log.take() == ["a B1"])
        scene.tap(12, 10, at: 150)
        #expect(scene.log.take() == ["a B1", "a C1", "a C1", "tap ended"])
        #expect(Set(view.events.map { ObjectIdentifier($0) }).count == 4)
        #expect(counts == [1, 1, 1, 1])
        #expect(view.events.suffix(2).allSatisfy { $0.timestamp == .milliseconds(200) })
        scene.tap(10, 10, at: 1000)
        scene.advance(1399)
        #expect(scene.log.take() == ["a B1"])
        scene.advance(1400)
        #expect(scene.log.take() == ["a E1"])
        #expect(view.events.last?.timestamp == .milliseconds(1050))
    }

    @Test("D4: double tap without delaysTouchesEnded: B, E, B, C; one tap: B, E at once")
    func doubleTapWithoutDelay() {
        let (scene, _) = stage()
        scene.add(taps(2), "tap", to: scene.window).delaysTouchesEnded = false
        scene.tap(10, 10, at: 0)
        #expect(scene.log.take() == ["a B1", "a E1"])
        scene.tap(12, 10, at: 150)
        #expect(scene.log.take() == ["a B1", "a C1", "tap ended"])
        scene.tap(10, 10, at: 1000)
        scene.advance(2000)
        #expect(scene.log.take() == ["a B1", "a E1"])
    }

    @Test("D5: without cancelsTouchesInView there is no C; the end is held until it is decided")
    func withoutCancel() {
        let (scene, _) = stage()
        scene.add(taps(2), "tap", to: scene.window).cancelsTouchesInView = false
        scene.tap(10, 10, at: 0)
        #expect(scene.log.take() == ["a B1"])
        scene.tap(12, 10, at: 150)
        #expect(scene.log.take() == ["a B1", "tap ended", "a E1", "a E1"])
        scene.add(PanGestureRecognizer(), "pan", to: scene.window).cancelsTouchesInView = false
        scene.down(1, 10, 10)
        scene.frame(1000)
        scene.move(1, 100, 10)
        scene.frame(1010)
        scene.up(1)
        scene.frame(1020)
        #expect(scene.log.take() == ["a B1", "pan began", "a M1", "pan ended", "a E1"])
    }

    @Test("D6, D12: delaysTouchesBegan: recognized, the view hears nothing; failed, all is replayed as it was")
    func delayed() {
        let (scene, view) = stage()
        let tap = scene.add(taps(1), "tap", to: scene.window)
        tap.delaysTouchesBegan = true
        scene.tap(10, 10, at: 0)
        #expect(scene.log.take() == ["tap ended"])
        var lines: [String] = []
        view.onMessage = { phase, touches, event in
            for touch in touches {
                let places = "\(touch.location(in: view).x) \(touch.previousLocation(in: view).x)"
                lines.append(
                    "\(phase) \(touch.phase) \(event.timestamp) \(touch.timestamp) \(places) \(touch.tapCount)")
            }
        }
        scene.down(1, 110, 10)
        scene.frame(1000)
        for step in 1...2 {
            scene.move(1, 110 + 20 * Double(step), 10)
            scene.frame(1000 + step * 10)
        }
        #expect(scene.log.take().isEmpty)
        scene.move(1, 200, 10)
        let event = scene.frame(1030)
        #expect(scene.log.take() == ["a B1", "a M1", "a M1", "a M1"])
        #expect(
            lines == [
                "began began 1.0 seconds 1.0 seconds 110.0 110.0 1",
                "changed changed 1.01 seconds 1.01 seconds 130.0 110.0 1",
                "changed changed 1.02 seconds 1.02 seconds 150.0 130.0 1",
                "changed changed 1.03 seconds 1.03 seconds 200.0 150.0 0",
            ])
        #expect(event?.allTouches.first?.location(in: nil).x == 200, "the touches show the present again")
        scene.up(1)
        scene.frame(1040)
        #expect(scene.log.take() == ["a E1"])
    }

    @Test("D6: held through the end, B, M and E are replayed in their order when the recognizer fails")
    func delayedWhole() {
        let (scene, _) = stage()
        let tap = scene.add(taps(2), "tap", to: scene.window)
        tap.delaysTouchesBegan = true
        scene.tap(10, 10, at: 0)
        #expect(scene.log.take().isEmpty)
        scene.advance(400)
        #expect(scene.log.take() == ["a B1", "a E1"])
    }

    @Test("D7: any one that holds is enough; released when none holds; the first that is recognized cancels")
    func several() {
        let (scene, _) = stage()
        scene.add(taps(2), "double", to: scene.window)
        scene.add(taps(3), "triple", to: scene.window)
        scene.tap(10, 10, at: 0)
        scene.advance(399)
        #expect(scene.log.take() == ["a B1"])
        scene.advance(400)
        #expect(scene.log.take() == ["a E1"])
        scene.tap(10, 10, at: 1000)
        scene.tap(10, 10, at: 1100)
        #expect(scene.log.take() == ["a B1", "a B1", "a C1", "a C1", "double ended"])
        scene.tap(10, 10, at: 1200)
        #expect(scene.log.take() == ["a B1", "a C1", "triple ended"])
    }

    @Test("D8, D14: C comes before the first action, for the gesture's touches that the view was told of")
    func cancelFirst() {
        let (scene, view) = stage()
        let other = scene.view("b", 200, 0, 200, 400)
        let script = scene.add(TouchScript(), "script", to: scene.window)
        let late = scene.add(TouchScript(), "late", to: scene.window)
        let friend = ScriptedDelegate()
        friend.isSimultaneous = true
        late.delegate = friend
        script.onCall = { script, phase, touches, event in
            if phase == .began, script.state == .possible {
                for touch in touches where touch.view === other { script.ignore(touch, for: event) }
            }
            if phase == .moved { script.state = .began }
        }
        late.onCall = { _, phase, _, _ in if phase == .moved { scene.log.lines.append("late M") } }
        scene.down(1, 10, 10)
        scene.down(2, 50, 10)
        scene.down(3, 300, 10)
        scene.frame(0)
        scene.move(1, 20, 10)
        scene.move(3, 310, 10)
        scene.frame(10)
        #expect(scene.log.take() == ["a B2", "b B1", "late M", "a C2", "script began", "b M1"])
        #expect(view.events.last?.allTouches.filter { $0.phase == .cancelled }.isEmpty == true, "the present again")
    }

    @Test("D9: while it is under way, new fingers that it accepts are not delivered to the view")
    func laterFingers() {
        let (scene, view) = stage()
        scene.add(PanGestureRecognizer(), "pan", to: scene.window)
        scene.down(1, 10, 10)
        scene.frame(0)
        scene.move(1, 50, 10)
        scene.frame(10)
        _ = scene.log.take()
        scene.down(2, 100, 10)
        let event = scene.frame(20)
        #expect(event?.touches(for: view).isEmpty == true)
        scene.up(1)
        scene.frame(30)
        scene.up(2)
        scene.frame(40)
        #expect(scene.log.take() == ["pan ended"])
    }

    @Test("D10: held as long as a recognizer with a timer is possible; one without holds for 750 ms at most")
    func longest() {
        let (scene, _) = stage()
        let script = scene.add(TouchScript(), "script", to: scene.window)
        script.delaysTouchesBegan = true
        scene.down(1, 10, 10)
        scene.frame(0)
        #expect(scene.application.nextDeadline == .milliseconds(750))
        scene.move(1, 20, 10)
        scene.frame(500)
        scene.advance(749)
        #expect(scene.log.take().isEmpty)
        scene.advance(750)
        #expect(scene.log.take() == ["a B1", "a M1"])
        #expect(scene.application.nextDeadline == nil)
        scene.up(1)
        scene.frame(800)
        #expect(scene.log.take() == ["a E1"])
        script.onCall = { script, phase, _, event in
            if phase == .began { script.deadline = event.timestamp + .seconds(3) }
        }
        script.onDeadline = { $0.state = .failed }
        scene.down(1, 10, 10)
        scene.frame(1000)
        scene.advance(3999)
        #expect(scene.log.take().isEmpty)
        scene.advance(4000)
        #expect(scene.log.take() == ["a B1"])
    }

    @Test("D10, W10: an endless touch of which everything is held keeps at most 1024 messages")
    func endless() {
        let (scene, _) = stage()
        scene.add(TouchScript(), "script", to: scene.window).delaysTouchesBegan = true
        scene.down(1, 0, 0)
        scene.frame(0)
        for step in 1...3000 {
            scene.move(1, Double(step % 300), 0)
            scene.frame(0)
        }
        #expect(scene.log.lines.count > 1900, "released in time 0: \(scene.log.lines.count)")
    }

    @Test("D11: recognizers get every touch at once, whatever is held")
    func liveRecognizers() {
        let (scene, _) = stage()
        let tap = scene.add(taps(2), "tap", to: scene.window)
        tap.delaysTouchesBegan = true
        let script = scene.add(TouchScript(), "script", to: scene.window)
        scene.tap(10, 10, at: 0)
        #expect(script.calls == ["B1", "E1"])
        #expect(scene.log.take().isEmpty)
    }

    @Test("D12: while one touch is held, the other touches of the view are not")
    func independent() {
        let (scene, _) = stage()
        let script = scene.add(TouchScript(), "script", to: scene.window)
        script.delaysTouchesBegan = true
        script.onCall = { script, _, touches, event in
            for touch in touches where touch.location(in: nil).x > 100 { script.ignore(touch, for: event) }
        }
        scene.down(1, 10, 10)
        scene.down(2, 200, 10)
        scene.frame(0)
        scene.move(1, 20, 10)
        scene.move(2, 210, 10)
        scene.frame(10)
        #expect(scene.log.take() == ["a B1", "a M1"])
        script.state = .failed
        #expect(scene.log.take() == ["a B1", "a M1"])
    }

    @Test("D13: cancelled while it is held, a touch the view knows gets C, another one nothing")
    func cancelledWhileHeld() {
        for isDelayed in [true, false] {
            let (scene, view) = stage()
            let tap = scene.add(taps(2), "tap", to: scene.window)
            tap.delaysTouchesBegan = isDelayed
            scene.down(1, 10, 10)
            scene.frame(0)
            scene.cancel(10)
            #expect(scene.log.take() == (isDelayed ? [] : ["a B1", "a C1"]))
            scene.tap(10, 10, at: 1000)
            view.isUserInteractionEnabled = false
            #expect(scene.log.take() == (isDelayed ? [] : ["a B1", "a C1"]))
            view.isUserInteractionEnabled = true
            scene.advance(2000)
            scene.tap(10, 10, at: 3000)
            view.removeFromSuperview()
            scene.advance(4000)
            #expect(scene.log.take() == (isDelayed ? [] : ["a B1", "a C1"]))
        }
    }

    @Test("D14: what was held comes before what released it")
    func releaseFirst() {
        let (scene, _) = stage()
        scene.add(taps(1, fingers: 2), "tap", to: scene.window)
        scene.down(1, 10, 10)
        scene.down(2, 50, 10)
        scene.frame(0)
        scene.up(1)
        scene.frame(10)
        scene.move(2, 150, 10)
        scene.frame(20)
        #expect(scene.log.take() == ["a B2", "a E1", "a M1"])
    }

    @Test(
        "G23: an ignored touch is neither held nor cancelled on that account, and what was held is handed over at once")
    func ignored() {
        let (scene, _) = stage()
        let script = scene.add(TouchScript(), "script", to: scene.window)
        script.delaysTouchesBegan = true
        scene.down(1, 10, 10)
        let event = scene.frame(0)
        #expect(scene.log.take().isEmpty)
        if let event, let touch = event.allTouches.first {
            #expect(touch.gestureRecognizers.contains { $0 === script })
            script.ignore(touch, for: event)
            #expect(touch.gestureRecognizers.isEmpty)
            #expect(event.touches(for: script).isEmpty)
        }
        #expect(scene.log.take() == ["a B1"])
        scene.move(1, 20, 10)
        scene.frame(10)
        #expect(script.calls == ["B1"])
        #expect(scene.log.take() == ["a M1"])
    }
}
