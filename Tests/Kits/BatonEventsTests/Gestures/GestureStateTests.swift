// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import Testing

@MainActor
@Suite("The state machine of gesture recognizers (rules G1–G13)")
struct GestureStateTests {
    @Test("G1: six states with the guide's raw values; recognized is ended; the first is possible")
    func states() {
        #expect(GestureState.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5])
        #expect(GestureState.recognized == .ended)
        #expect(GestureState.failed.rawValue == 5)
        #expect(GestureRecognizer().state == .possible)
    }

    @Test("G2, G3: exactly the edges of the table exist")
    func edges() {
        var edges: [String] = []
        for from in GestureState.allCases {
            for to in GestureState.allCases where from.allows(to) { edges.append("\(from) \(to)") }
        }
        #expect(
            edges == [
                "possible began", "possible ended", "possible cancelled", "possible failed", "began changed",
                "began ended", "began cancelled", "changed changed", "changed ended", "changed cancelled",
            ])
    }

    @Test("G3: any other edge is refused, and the state stays", arguments: [false, true])
    func refused(_ hasBegun: Bool) {
        let scene = GestureScene()
        let recognizer = scene.add(ScriptedRecognizer(), "it")
        recognizer.onBegan = { recognizer in
            if hasBegun { recognizer.state = .began }
            recognizer.state = .possible
            recognizer.state = hasBegun ? .began : .changed
            if hasBegun { recognizer.state = .failed }
        }
        scene.down(0)
        let begun = ["began possible", "began began", "began failed"]
        #expect(recognizer.refused == (hasBegun ? begun : ["possible possible", "possible changed"]))
        #expect(recognizer.state == (hasBegun ? .began : .possible))
        #expect(scene.log == (hasBegun ? ["it began"] : []))
    }

    @Test("G4: a recognizer may begin on a timer, with no event at all")
    func timer() {
        let scene = GestureScene()
        scene.add(LongPressGestureRecognizer(), "hold")
        scene.down(1000)
        #expect(scene.environment.nextDeadline == .milliseconds(1500))
        scene.advance(1499)
        #expect(scene.log.isEmpty)
        scene.advance(1500)
        #expect(scene.log == ["hold began"])
    }

    @Test("G5: one action for each began, changed, ended and cancelled; none for possible and failed")
    func actions() {
        let scene = GestureScene()
        let recognizer = scene.add(ScriptedRecognizer(), "it")
        recognizer.onBegan = {
            $0.state = .began
            $0.state = .changed
            $0.state = .changed
        }
        recognizer.onEnded = { $0.state = .ended }
        scene.click(0)
        #expect(scene.log == ["it began", "it changed", "it changed", "it ended"])
        scene.down(100)
        scene.cancel(200)
        #expect(scene.log.suffix(1) == ["it cancelled"])
        let count = scene.log.count
        recognizer.onBegan = { $0.state = .failed }
        scene.click(300)
        #expect(scene.log.count == count)
    }

    @Test("G5: a discrete recognizer sends exactly one action per recognition")
    func discreteAction() {
        let scene = GestureScene()
        let tap = scene.taps(1, "tap")
        for start in [0, 100, 200] { scene.click(start) }
        #expect(scene.log == ["tap ended", "tap ended", "tap ended"])
        scene.view.removeGestureRecognizer(tap)
        scene.click(300)
        #expect(scene.log.count == 3)
    }

    @Test("G6: each pair is called once, in the order of adding; the same pair twice is one; nil removes all")
    func targets() {
        final class Target {
            var calls: [String] = []
        }
        let scene = GestureScene()
        let tap = scene.taps(1, "tap")
        let one = Target()
        var other: Target? = Target()
        tap.addTarget(one, action: "a") { $0.calls.append("a") }
        tap.addTarget(one, action: "b") { (target: Target, recognizer) in
            target.calls.append("b of \(recognizer.name ?? "")")
        }
        tap.addTarget(one, action: "a") { $0.calls.append("again") }
        if let other { tap.addTarget(other, action: "a") { $0.calls.append("other") } }
        scene.click(0)
        #expect(one.calls == ["a", "b of tap"])
        #expect(other?.calls == ["other"])
        weak let released = other
        other = nil
        #expect(released == nil)
        tap.removeTarget(one, action: "a")
        scene.click(100)
        #expect(one.calls.suffix(1) == ["b of tap"])
        #expect(one.calls.count == 3)
        tap.removeTarget(nil, action: nil)
        scene.click(200)
        #expect(one.calls.count == 3)
        #expect(scene.log.count == 2)
    }

    @Test("G7: every target sees the state its action is for, though an earlier one stopped the recognizer")
    func stateInAction() {
        let scene = GestureScene()
        let recognizer = ScriptedRecognizer()
        recognizer.onBegan = { $0.state = .began }
        var states: [GestureState] = []
        let owner = View()
        recognizer.addTarget(owner, action: "disable") { (_: View, recognizer) in
            states.append(recognizer.state)
            recognizer.isEnabled = false
        }
        recognizer.addTarget(owner, action: "look") { (_: View, recognizer) in states.append(recognizer.state) }
        scene.view.addGestureRecognizer(recognizer)
        scene.down(0)
        #expect(states == [.began, .began, .cancelled, .cancelled])
    }

    @Test("G8: actions first, then reset, then possible; presses that are still down are not delivered any more")
    func afterRecognition() {
        let scene = GestureScene()
        let recognizer = scene.add(ScriptedRecognizer(), "it")
        recognizer.onBegan = { $0.state = .recognized }
        recognizer.onReset = { scene.log.append("reset \($0.state)") }
        scene.down(0)
        #expect(scene.log == ["it ended", "reset ended"])
        #expect(recognizer.state == .possible)
        scene.up(100)
        #expect(recognizer.ended == 0)
        recognizer.onBegan = nil
        scene.click(200)
        #expect(recognizer.ended == 1)
    }

    @Test("G8: the same after cancelled")
    func afterCancellation() {
        let scene = GestureScene()
        let hold = scene.add(LongPressGestureRecognizer(), "hold")
        scene.down(0)
        scene.advance(600)
        scene.cancel(700)
        #expect(scene.log == ["hold began", "hold cancelled"])
        #expect(hold.state == .possible)
        scene.down(800)
        scene.advance(1300)
        scene.up(1400)
        #expect(scene.log.suffix(2) == ["hold began", "hold ended"])
    }

    @Test("G9: failed until all presses it received have ended, with nothing delivered meanwhile, new ones included")
    func afterFailure() {
        let scene = GestureScene()
        let recognizer = scene.add(ScriptedRecognizer(), "it")
        recognizer.onBegan = { if $0.began == 2 { $0.state = .failed } }
        scene.down(.playPause, 0)
        scene.down(.media, 10)
        #expect(recognizer.state == .failed)
        scene.down(.phone, 20)
        #expect(recognizer.began == 2)
        scene.up(.playPause, 30)
        #expect(recognizer.state == .failed)
        #expect(recognizer.resets == 0)
        scene.up(.media, 40)
        #expect(recognizer.state == .possible)
        #expect(recognizer.resets == 1)
        #expect(recognizer.ended == 0)
        scene.up(.phone, 50)
        #expect(recognizer.ended == 0)
    }

    @Test("G10: the base class does nothing visible")
    func base() {
        let scene = GestureScene()
        let recognizer = scene.add(GestureRecognizer(), "base")
        scene.click(0)
        scene.down(100)
        scene.cancel(200)
        #expect(scene.log.isEmpty)
        #expect(recognizer.state == .possible)
    }

    @Test("G11: disabled while it is possible it fails, once begun it is cancelled, and it receives nothing")
    func disabled() {
        let scene = GestureScene()
        let hold = scene.add(LongPressGestureRecognizer(), "hold")
        #expect(hold.isEnabled)
        scene.down(0)
        hold.isEnabled = false
        #expect(hold.state == .failed)
        hold.isEnabled = true
        #expect(hold.state == .failed)
        scene.up(100)
        #expect(hold.state == .possible)
        scene.down(200)
        scene.advance(700)
        hold.isEnabled = false
        #expect(scene.log == ["hold began", "hold cancelled"])
        scene.up(800)
        scene.click(900)
        scene.down(1000)
        scene.advance(5000)
        #expect(scene.log.count == 2)
        hold.isEnabled = true
        #expect(scene.environment.nextDeadline == nil)
    }

    @Test("G13: a recognizer belongs to one view; a view lists its own in the order of adding")
    func views() {
        let one = View()
        let other = View()
        let first = TapGestureRecognizer()
        let second = TapGestureRecognizer()
        one.addGestureRecognizer(first)
        one.addGestureRecognizer(second)
        one.addGestureRecognizer(first)
        #expect(one.gestureRecognizers.map(ObjectIdentifier.init) == [first, second].map(ObjectIdentifier.init))
        other.addGestureRecognizer(first)
        #expect(one.gestureRecognizers.count == 1)
        #expect(first.view === other)
        one.removeGestureRecognizer(first)
        #expect(first.view === other)
    }

    @Test("G13: taken from its view in the middle of a gesture, it is cancelled")
    func removedInTheMiddle() {
        let scene = GestureScene()
        let hold = scene.add(LongPressGestureRecognizer(), "hold")
        scene.down(0)
        scene.advance(500)
        scene.view.removeGestureRecognizer(hold)
        #expect(scene.log == ["hold began", "hold cancelled"])
    }

    @Test("G20, G21: presses go to the view's recognizers and to those of its superviews, the view's first")
    func superviews() {
        let scene = GestureScene()
        let outer = View()
        outer.addSubview(scene.view)
        let above = TapGestureRecognizer()
        let delegate = ScriptedDelegate()
        delegate.isSimultaneous = true
        above.delegate = delegate
        above.addTarget(scene, action: "note") { scene in scene.log.append("above") }
        outer.addGestureRecognizer(above)
        _ = scene.taps(1, "view")
        scene.click(0)
        #expect(scene.log == ["view ended", "above"])
    }

    @Test("G22: shouldReceive is asked once for each recognizer and new press; refused, the others still see it")
    func shouldReceive() {
        let scene = GestureScene()
        let refusing = scene.add(ScriptedRecognizer(), "refusing")
        let other = scene.add(ScriptedRecognizer(), "other")
        let delegate = ScriptedDelegate()
        delegate.mayReceive = { $0.key != .playPause }
        refusing.delegate = delegate
        scene.click(0)
        #expect(delegate.questions["receive"] == 1)
        #expect(refusing.began == 0)
        #expect(refusing.ended == 0)
        #expect(other.ended == 1)
        scene.down(.media, 100)
        #expect(refusing.began == 1)
    }

    @Test("G23, G24: an ignored press is delivered no further; a press lists those that receive it")
    func ignored() {
        final class Ignoring: GestureRecognizer {
            var ended = 0
            var seen: Press?
            override func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) {
                for press in presses {
                    seen = press
                    #expect(press.gestureRecognizers.contains { $0 === self })
                    ignore(press, for: event)
                    #expect(event.presses(for: self).isEmpty)
                }
            }
            override func pressesEnded(_ presses: Set<Press>, with event: PressesEvent) { ended += 1 }
        }
        let scene = GestureScene()
        let recognizer = scene.add(Ignoring(), "it")
        let other = scene.add(ScriptedRecognizer(), "other")
        scene.down(0)
        #expect(recognizer.seen?.gestureRecognizers.map(\.name) == ["other"])
        scene.up(50)
        #expect(recognizer.ended == 0)
        #expect(other.ended == 1)
    }
}
