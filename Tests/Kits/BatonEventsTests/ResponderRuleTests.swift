// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import Testing

@MainActor
@Suite("Responders (rules R)")
struct ResponderRuleTests {
    @Test("R1: application, window, view and view controller are responders")
    func responders() {
        let scene = Scene()
        let all: [Any] = [scene.application, scene.window, scene.outer, scene.controller]
        #expect(all.allSatisfy { $0 is Responder })
    }

    @Test("R2: view, its controller, superview, window, application, delegate; then dropped")
    func chainOrder() {
        let scene = Scene()
        let delegate = RecordingDelegate(scene.recorder)
        scene.application.delegate = delegate
        scene.inner.becomeFirstResponder()
        #expect(scene.send(scene.command()))
        #expect(scene.recorder.log == ["inner", "middle", "controller", "outer", "window", "application", "delegate"])
        #expect(delegate.dropped == 1)
    }

    @Test("R2: a delegate that is a view, or no responder, is not in the chain")
    func delegates() {
        final class Plain: ApplicationDelegate {}
        let scene = Scene()
        let plain = Plain()
        scene.application.delegate = plain
        #expect(scene.application.next == nil)
    }

    @Test("R3: motion and remote control begin at the first responder")
    func start() {
        let scene = Scene()
        scene.outer.becomeFirstResponder()
        scene.send(scene.command())
        #expect(scene.recorder.log.first == "outer")
        scene.recorder.log = []
        scene.send(Event(motion: .shake, phase: .began, timestamp: .zero))
        #expect(scene.recorder.log == ["outer began"])
    }

    @Test("R4: a responder without a handler passes the very event on; the walk stops at the first that handles it")
    func unhandled() {
        let scene = Scene()
        scene.outer.handles = true
        scene.inner.becomeFirstResponder()
        #expect(!scene.send(scene.command()))
        #expect(scene.recorder.log == ["inner", "middle", "controller", "outer"])
    }

    @Test("R5: calling super passes on, and no responder gets an event twice even if a handler calls super twice")
    func twice() {
        let scene = Scene()
        scene.inner.takes = { event in
            scene.inner.passOn(event)
            scene.inner.passOn(event)
        }
        scene.inner.becomeFirstResponder()
        #expect(scene.send(scene.command()))
        #expect(scene.recorder.log == ["inner", "middle", "controller", "outer", "window", "application"])
        #expect(scene.application.droppedEventCounts == [.remoteControl: 1])
    }

    @Test("R5: a responder may take an event and pass it on later, past those that left meanwhile")
    func later() {
        let scene = Scene()
        var taken: Event?
        scene.inner.takes = { taken = $0 }
        scene.inner.becomeFirstResponder()
        let event = scene.command()
        #expect(!scene.send(event))
        scene.outer.removeFromSuperview()
        var unhandled = 0
        event.onUnhandled = { unhandled += 1 }
        if let taken { scene.inner.passOn(taken) }
        #expect(scene.recorder.log == ["inner", "window", "application"])
        #expect(unhandled == 1)
        #expect(scene.application.droppedEventCounts == [.remoteControl: 1])
    }

    @Test("R5: forwarded to a responder outside the chain, an event reaches no responder twice and ends once")
    func forwardedByHand() {
        let scene = Scene()
        let stray = RecordingView("stray", scene.recorder)
        scene.window.addSubview(stray)
        scene.inner.takes = { event in
            stray.remoteControlReceived(with: event)
            scene.inner.passOn(event)
        }
        scene.inner.becomeFirstResponder()
        let ended = scene.send(scene.command())
        #expect(ended)
        #expect(scene.recorder.log == ["inner", "stray", "window", "application"])
    }

    @Test("R6: nothing can become first responder unless it says so")
    func cannotBecome() {
        let scene = Scene()
        scene.outer.canBecome = false
        scene.inner.becomeFirstResponder()
        #expect(!scene.outer.becomeFirstResponder())
        #expect(scene.inner.isFirstResponder)
        #expect(!View().canBecomeFirstResponder)
    }

    @Test("R7: the present first responder is asked, and may refuse")
    func refusal() {
        let scene = Scene()
        scene.inner.becomeFirstResponder()
        scene.inner.mayResign = false
        #expect(!scene.outer.becomeFirstResponder())
        #expect(scene.window.firstResponder === scene.inner)
        scene.inner.mayResign = true
        #expect(scene.outer.becomeFirstResponder())
        #expect(!scene.inner.isFirstResponder)
    }

    @Test("R7: what the present one does as it resigns counts: one that it removes cannot become first responder")
    func leavingWhileBecoming() {
        let scene = Scene()
        scene.inner.becomeFirstResponder()
        let other = RecordingView("other", scene.recorder)
        scene.window.addSubview(other)
        scene.inner.onResign = { other.removeFromSuperview() }
        #expect(!other.becomeFirstResponder())
        #expect(scene.window.firstResponder !== other)
    }

    @Test("R8: a responder outside the hierarchy cannot become first responder, and one that leaves it resigns")
    func hierarchy() {
        let scene = Scene()
        #expect(!RecordingView("loose", scene.recorder).becomeFirstResponder())
        scene.inner.becomeFirstResponder()
        scene.inner.mayResign = false
        scene.middle.removeFromSuperview()
        #expect(scene.window.firstResponder == nil)
    }

    @Test("R9: without a first responder events begin at the window")
    func noFirstResponder() {
        let scene = Scene()
        scene.send(scene.command())
        #expect(scene.recorder.log == ["window", "application"])
    }

    @Test("the chain is let go with its event")
    func release() {
        weak var released: RecordingView?
        do {
            let scene = Scene()
            let view = RecordingView("short-lived", scene.recorder)
            released = view
            scene.window.addSubview(view)
            view.becomeFirstResponder()
            scene.send(scene.command())
            view.removeFromSuperview()
            scene.application.sent = []
        }
        #expect(released == nil)
    }
}
