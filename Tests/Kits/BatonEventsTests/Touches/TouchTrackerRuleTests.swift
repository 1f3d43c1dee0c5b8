// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import BatonTestSupport
import Testing

@MainActor
@Suite("The tracker, and hostile input (rules S, W, T29)")
struct TouchTrackerRuleTests {
    private let tracker: TouchTracker

    init() {
        let window = Window()
        window.frame = Rect(x: 0, y: 0, width: 400, height: 400)
        tracker = TouchTracker(window: window)
    }

    /// Closes a frame, and tells of each event which fingers are in it. It sends nothing.
    private func frame(_ milliseconds: Int = 0) -> [String] {
        tracker.frame(at: .milliseconds(milliseconds)).map { "\($0.timestamp) \($0.allTouches.count)" }
    }

    @Test("S1, S6: changes are collected until the frame is closed; nothing changed, no event; ids may be any number")
    func frames() {
        #expect(frame().isEmpty)
        tracker.down(id: .max, at: .zero)
        tracker.down(id: 0, at: Point(x: 1, y: 1))
        #expect(frame(5) == ["0.005 seconds 2"])
        #expect(frame(6).isEmpty)
        tracker.up(id: .max)
        tracker.up(id: 0)
        #expect(frame(7).count == 1)
        tracker.down(id: 0, at: .zero)
        #expect(frame(8) == ["0.008 seconds 1"], "the id is free again")
    }

    @Test("S2: down and move, move and up, down and up, and a second down in one frame")
    func onePhase() {
        let scene = TouchScene()
        let view = scene.view("a", 0, 0, 400, 400)
        var places: [Double] = []
        view.onMessage = { _, touches, _ in places += touches.map { $0.location(in: nil).x } }
        scene.down(1, 10, 10)
        scene.move(1, 20, 10)
        scene.frame(0)
        scene.move(1, 30, 10)
        scene.move(1, 40, 10)
        scene.up(1)
        scene.frame(10)
        #expect(scene.log.take() == ["a B1", "a E1"])
        #expect(places == [20, 40])
        scene.down(1, 50, 10)
        scene.up(1)
        #expect(scene.tracker.frame(at: .milliseconds(20)).map(\.timestamp) == [.milliseconds(20), .milliseconds(20)])
        scene.down(2, 10, 10)
        scene.frame(1000)
        scene.down(2, 99, 10)
        let event = scene.frame(1010)
        #expect(event?.allTouches.first?.location(in: nil).x == 99)
        #expect(scene.log.take() == ["a B1", "a E1", "a B1"], "up, then a new touch")
        scene.up(2)
        scene.down(2, 11, 10)
        scene.up(2)
        scene.down(2, 12, 10)
        scene.frame(1020)
        #expect(scene.log.take() == ["a E1", "a B1", "a E1", "a B1"])
    }

    @Test("S3: unknown ids, the same place, numbers that are not finite and a time that goes back come to nothing")
    func nothing() {
        for id in UInt64(0)..<3 {
            tracker.move(id: id, to: Point(x: 5, y: 5))
            tracker.up(id: id)
            tracker.cancel(id: id)
        }
        for number in [Double.nan, .infinity, -.infinity] {
            tracker.down(id: 1, at: Point(x: number, y: 0))
            tracker.down(id: 2, at: Point(x: 0, y: number))
        }
        #expect(frame().isEmpty)
        tracker.down(id: 1, at: Point(x: 5, y: 5))
        #expect(frame(10).count == 1)
        tracker.move(id: 1, to: Point(x: 5, y: 5))
        tracker.move(id: 1, to: Point(x: .nan, y: 5))
        #expect(frame(20).isEmpty)
        tracker.move(id: 1, to: Point(x: 6, y: 5))
        #expect(frame(5) == ["0.02 seconds 1"])
        tracker.up(id: 1)
        tracker.up(id: 1)
        #expect(tracker.frame(at: .seconds(-5)).map(\.timestamp) == [.milliseconds(20)])
        tracker.up(id: 1)
        #expect(frame(30).isEmpty)
    }

    @Test("S3: the largest places and times do not trap, in recognizers either")
    func extremes() {
        let scene = TouchScene()
        scene.window.frame = Rect(x: -1e308, y: -1e308, width: 1.7e308, height: 1.7e308)
        let all = [
            TapGestureRecognizer(), LongPressGestureRecognizer(), SwipeGestureRecognizer(), PanGestureRecognizer(),
            PinchGestureRecognizer(), RotationGestureRecognizer(),
        ]
        for recognizer in all { scene.window.addGestureRecognizer(recognizer) }
        for time in [Duration.zero, .seconds(Int64.max), .seconds(Int64.min)] {
            for (step, number) in [0, 1e308, -1e308, Double.leastNonzeroMagnitude, -0.0].enumerated() {
                scene.tracker.down(id: UInt64(step % 2), at: Point(x: number, y: -number))
                scene.send(scene.tracker.frame(at: time))
                scene.tracker.move(id: UInt64(step % 2), to: Point(x: -number, y: number))
                scene.send(scene.tracker.frame(at: time))
                _ = all.map { ($0.location(in: nil), $0.state) }
            }
            scene.application.advance(to: time)
        }
        scene.cancel()
        #expect(all.allSatisfy { $0.state == .possible })
    }

    @Test("S4: one finger is cancelled by its id, all by a time; then those on the screen are strangers")
    func cancel() {
        let scene = TouchScene()
        let view = scene.view("a", 0, 0, 400, 400)
        view.isMultipleTouchEnabled = true
        scene.down(1, 10, 10)
        scene.down(2, 20, 20)
        scene.frame(0)
        scene.move(1, 30, 30)
        scene.tracker.cancel(id: 1)
        scene.frame(10)
        #expect(scene.log.take() == ["a B2", "a C1"])
        scene.down(3, 40, 40)
        scene.cancel(20)
        scene.move(2, 50, 50)
        scene.up(2)
        scene.move(3, 50, 50)
        scene.frame(30)
        #expect(scene.log.take() == ["a C1"], "a finger of the frame that was not closed is dropped")
        #expect(scene.tracker.cancel(at: .milliseconds(40)).isEmpty)
    }

    @Test("S5: every frame is an event; recognizers see each one")
    func notMerged() {
        let scene = TouchScene()
        let script = scene.add(TouchScript(), "script", to: scene.window)
        scene.down(1, 0, 0)
        scene.application.postEvent(scene.tracker.frame(at: .zero)[0])
        for step in 1...50 {
            scene.move(1, Double(step), 0)
            scene.tracker.frame(at: .milliseconds(step), to: scene.application)
        }
        scene.application.processEvents()
        #expect(script.calls.count == 51)
    }

    @Test("T1, T29: the last finger up ends the sequence, also within a frame; a further one begins another")
    func sequences() {
        let scene = TouchScene()
        _ = scene.view("a", 0, 0, 400, 400)
        scene.down(1, 10, 10)
        scene.frame(0)
        scene.up(1)
        scene.down(2, 20, 20)
        #expect(scene.frame(10)?.allTouches.count == 2, "the sequence had a finger all the time")
        scene.up(2)
        scene.frame(20)
        scene.down(3, 30, 30)
        #expect(scene.frame(30)?.allTouches.count == 1)
    }

    @Test("W1, W2: what a handler posts waits for the whole event; time is handed through the application")
    func order() {
        let scene = TouchScene()
        let one = scene.view("one", 0, 0, 200, 400)
        _ = scene.view("two", 200, 0, 200, 400)
        let hold = scene.add(LongPressGestureRecognizer(), "hold", to: scene.window)
        #expect(scene.application.nextDeadline == nil)
        one.onMessage = { phase, _, _ in
            guard phase == .began else { return }
            scene.move(1, 20, 10)
            scene.frame(5)
            scene.advance(5000)
        }
        scene.down(1, 10, 10)
        scene.frame(0)
        #expect(scene.log.take() == ["one B1", "one M1"])
        #expect(scene.application.nextDeadline == .milliseconds(500))
        scene.application.advance(to: .milliseconds(500))
        #expect(hold.state == .began)
        scene.down(2, 300, 10)
        scene.down(3, 10, 10)
        scene.frame(600)
    }

    @Test("W10: 60 000 touches that never end: 32 are tracked, the others are dropped and counted")
    func endless() {
        let scene = TouchScene()
        let view = scene.view("a", 0, 0, 400, 400)
        view.isMultipleTouchEnabled = true
        scene.add(TapGestureRecognizer(), "tap", to: view)
        for id in UInt64(0)..<60_000 {
            scene.down(id, Double(id % 400), 10)
            if id % 16 == 15 { scene.frame(Int(id) / 16) }
        }
        #expect(scene.tracker.droppedTouchCount == 60_000 - 32)
        #expect(scene.log.take() == ["a B16", "a B16"])
        for id in UInt64(100)..<60_100 {
            scene.up(id)
            scene.down(id, 5, 5)
            scene.up(id)
        }
        #expect(scene.frame()?.allTouches.count ?? 0 <= 64)
        scene.cancel()
        #expect(scene.log.take().last == "a C32")
        for id in UInt64(0)..<1000 {
            scene.down(id, 1, 1)
            scene.up(id)
        }
        scene.frame(10_000)
        #expect(scene.log.take() == ["a B32", "a E32"])
    }

    @Test("W10: ten fingers at 500 Hz for ten seconds, with all six recognizers")
    func tenFingers() {
        let scene = TouchScene()
        let view = scene.view("a", 0, 0, 400, 400)
        view.isMultipleTouchEnabled = true
        for recognizer in [PanGestureRecognizer(), PinchGestureRecognizer(), RotationGestureRecognizer()] {
            recognizer.cancelsTouchesInView = false
            scene.window.addGestureRecognizer(recognizer)
        }
        for id in UInt64(0)..<10 { scene.down(id, 30 * Double(id), 30) }
        scene.frame(0)
        let before = ProcessorTime.now
        for step in 1...500 {
            for id in UInt64(0)..<10 { scene.move(id, 30 * Double(id) + Double(step % 37), 30 + Double(step % 11)) }
            scene.frame(step * 2)
        }
        let spent = ProcessorTime.now - before
        #expect(spent < .seconds(5), "one second of it took \(spent) in a debug build")
        #expect(scene.log.take().filter { $0 == "a M10" }.count == 500)
    }

    @Test("G3: a subclass that sets an impossible state stops a debug build with a sentence")
    func impossibleState() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                final class Odd: GestureRecognizer {
                    override func touchesBegan(_ touches: Set<Touch>, with event: Event) { state = .changed }
                }
                let (application, window) = (Application(), Window())
                window.frame = Rect(x: 0, y: 0, width: 10, height: 10)
                application.addWindow(window)
                window.addGestureRecognizer(Odd())
                let tracker = TouchTracker(window: window)
                tracker.down(id: 1, at: .zero)
                tracker.frame(at: .zero, to: application)
                application.processEvents()
            }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("Odd cannot go from possible to changed"), "\(text)")
    }

    @Test("V12, W2: handlers may remove their view, window or recognizer, and send events, in any phase")
    func meddlingHandlers() {
        for phase in [InputPhase.began, .moved, .ended, .cancelled] {
            for deed in 0..<5 {
                let scene = TouchScene()
                let view = scene.view("a", 0, 0, 400, 400)
                let script = scene.add(TouchScript(), "script", to: view)
                var isDone = false
                view.onMessage = { present, _, _ in
                    guard present == phase, !isDone else { return }
                    isDone = true
                    switch deed {
                    case 0: view.removeFromSuperview()
                    case 1: scene.application.removeWindow(scene.window)
                    case 2: view.removeGestureRecognizer(script)
                    case 3: scene.tap(20, 20, at: scene.clock, id: 7)
                    default: view.isUserInteractionEnabled = false
                    }
                }
                scene.down(1, 10, 10)
                scene.frame(0)
                scene.move(1, 20, 10)
                scene.frame(10)
                if phase == .cancelled { scene.cancel(15) }
                scene.up(1)
                scene.frame(20)
                scene.advance(5000)
                let lines = scene.log.take()
                let begins = lines.filter { $0.contains(" B") }.count
                let ends = lines.filter { $0.contains(" E") || $0.contains(" C") }.count
                #expect(begins == ends, "\(phase) \(deed): \(lines)")
            }
        }
    }
}
