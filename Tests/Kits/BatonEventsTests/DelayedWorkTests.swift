// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import Testing

/// Work that an application performs later, in event time.
@MainActor
@Suite struct DelayedWorkTests {
    private let application = Application()

    @Test("W3: work is performed once, at its time, and counted in nextDeadline")
    func performs() {
        var done: [String] = []
        #expect(application.nextDeadline == nil)
        application.advance(to: .seconds(10))
        let late = application.perform(after: .seconds(2)) { done.append("late") }
        application.perform(after: .seconds(1)) { done.append("early") }
        #expect(application.nextDeadline == .seconds(11) && late.deadline == .seconds(12) && late.isPending)
        application.advance(to: .milliseconds(10_999))
        #expect(done == [])
        application.advance(to: .seconds(11))
        #expect(done == ["early"] && application.nextDeadline == .seconds(12))
        application.advance(to: .seconds(20))
        application.advance(to: .seconds(30))
        #expect(done == ["early", "late"] && application.nextDeadline == nil && !late.isPending)
    }

    @Test("W3: a cancelled one is not performed, also when another one cancels it at the same time")
    func cancels() {
        var done: [String] = []
        var second: DelayedWork?
        application.perform(after: .seconds(1)) {
            done.append("first")
            second?.cancel()
        }
        second = application.perform(after: .seconds(1)) { done.append("second") }
        let third = application.perform(after: .zero) { done.append("third") }
        third.cancel()
        third.cancel()
        #expect(application.nextDeadline == .seconds(1))
        application.advance(to: .seconds(1))
        #expect(done == ["first"] && application.nextDeadline == nil)
    }

    @Test("W3: work that asks for more gets it at its own time; without a delay it waits for the next advance")
    func repeats() {
        var times = 0
        func tick() {
            times += 1
            application.perform(after: .milliseconds(100), tick)
        }
        tick()
        application.advance(to: .seconds(1))
        #expect(times == 11 && application.nextDeadline == .milliseconds(1100))

        var turns = 0
        func spin() {
            turns += 1
            application.perform(after: .zero, spin)
        }
        spin()
        for turn in 2...4 {
            application.advance(to: .seconds(1))
            #expect(turns == turn)
        }
    }

    @Test("W3: the delay counts from the present event, and events that work posts are sent after it")
    func events() {
        final class Music: Responder {
            var done: [String] = []
            override func remoteControlReceived(with event: Event) {
                done.append("\(event.subtype.rawValue)")
                guard event.subtype == .remoteControlPlay else { return }
                application?.perform(after: .seconds(1)) { [unowned self] in
                    application?.postEvent(Event(remoteControl: .pause, timestamp: .seconds(8)))
                    done.append("later")
                    // Inside a handler it has no effect.
                    application?.advance(to: .seconds(100))
                }
            }
            var application: Application?
            override var window: Window? { application?.keyWindow }
            override var canBecomeFirstResponder: Bool { true }
        }
        let music = Music()
        application.addWindow(Window())
        music.application = application
        music.becomeFirstResponder()
        application.beginReceivingRemoteControlEvents()
        application.postEvent(Event(remoteControl: .play, timestamp: .seconds(7)))
        application.processEvents()
        #expect(application.nextDeadline == .seconds(8))
        application.advance(to: .seconds(8))
        #expect(music.done == ["100", "later", "101"])
        music.application = nil
    }

    @Test("W3: a delay that is negative or without end is taken for what it can be")
    func odd() {
        var done = 0
        application.perform(after: .seconds(-5)) { done += 1 }
        application.perform(after: .seconds(Int64.max)) { done += 1 }
        application.advance(to: .zero)
        #expect(done == 1 && application.nextDeadline != nil)
    }
}
