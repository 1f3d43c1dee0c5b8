// SPDX-License-Identifier: Apache-2.0

import BatonButtons
import BatonEvents
import CAllocations
import Glibc

/// Measures the processor time of events of touches and of presses on one core, and what a move allocates.
///
/// Usage: bench-touches [EVENTS [TEXT]]; with a text, only what has it in its name is measured. `bench-touches
/// allocations` prints how often a move allocates, for several numbers of recognizers.
@main
@MainActor
struct BenchTouches {
    /// A view that takes its touches.
    private final class Pad: View {
        var count = 0

        override func touchesBegan(_ touches: Set<Touch>, with event: Event) { count += 1 }
        override func touchesMoved(_ touches: Set<Touch>, with event: Event) { count += 1 }
        override func touchesEnded(_ touches: Set<Touch>, with event: Event) { count += 1 }
        override func touchesCancelled(_ touches: Set<Touch>, with event: Event) { count += 1 }
    }

    /// How the views of a tree are arranged.
    private enum Tree {
        case wide, deep
    }

    static func main() {
        if CommandLine.arguments.dropFirst().first == "allocations" { return reportAllocations() }
        let count = CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 200_000
        for recognizers in [0, 6] {
            report("move, 50 views side by side, \(recognizers) recognizers", moves(count, recognizers, .wide))
            report("move, 50 views in each other, \(recognizers) recognizers", moves(count, recognizers, .deep))
        }
        report("event of a tap, 50 views side by side, 6 recognizers", taps(count, moves: 8))
        report("beginning or end of a tap, 50 views side by side, 6 recognizers", taps(count, moves: 0))
        report("beginning or end of a tap, 50 views in each other, 6 recognizers", taps(count, moves: 0, .deep))
        report("move of ten fingers, 6 recognizers", moves(count / 10, 6, .wide, fingers: 10))
        report("press of a headset's button", presses(count))
        if CommandLine.arguments.count < 3 { reportAllocations() }
    }

    /// A move may allocate its event, the list of what its touches show, and one set of touches, however many recognizers
    /// there are (rule W10). More than that is a failure of a release build.
    private static func reportAllocations() {
        var most = 0
        for recognizers in [1, 6, 20] {
            let count = allocations(moves: 1000, recognizers)
            print("\(count) allocations of 1000 moves, recognizers: \(recognizers)")
            most = max(most, count)
        }
        #if !DEBUG
            if most > 3000 { exit(1) }
        #endif
    }

    private static func allocations(moves count: Int, _ recognizers: Int) -> Int {
        let (application, window) = makeWindow(.wide, recognizers: recognizers)
        let tracker = TouchTracker(window: window)
        tracker.down(id: 1, at: Point(x: 10, y: 10))
        tracker.frame(at: .zero, to: application)
        application.processEvents()
        let warmUp = 100
        var before = 0
        for number in 0..<(warmUp + count) {
            // The first moves may let lists grow to their size.
            if number == warmUp { before = Int(allocations_count()) }
            tracker.move(id: 1, to: Point(x: 10 + Double(number % 8), y: 10))
            tracker.frame(at: .microseconds(number * 100), to: application)
            application.processEvents()
        }
        return Int(allocations_count()) - before
    }

    private static func report(_ name: String, _ measure: @autoclosure () -> Duration) {
        if CommandLine.arguments.count > 2, !name.contains(CommandLine.arguments[2]) { return }
        let nanoseconds = Int(measure() / .nanoseconds(1))
        print("\(nanoseconds) ns  \(name)")
    }

    /// The processor time of one call of a body that makes so many events: the best of five runs.
    private static func time(_ events: Int, _ body: () -> Void) -> Duration {
        var best = Duration.seconds(3600)
        for _ in 0..<5 {
            let start = now
            body()
            best = min(best, now - start)
        }
        return best / max(events, 1)
    }

    private static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    // MARK: Scenes

    private static func makeWindow(_ tree: Tree, recognizers: Int) -> (application: Application, window: Window) {
        let (application, window) = (Application(), Window())
        window.frame = Rect(x: 0, y: 0, width: 1000, height: 1000)
        application.addWindow(window)
        var parent: View = window
        for number in 0..<49 {
            let pad = Pad()
            let place = Double(number)
            pad.frame =
                tree == .wide
                ? Rect(x: place * 20, y: 0, width: 20, height: 1000) : Rect(x: 0, y: 0, width: 1000, height: 1000)
            pad.isMultipleTouchEnabled = true
            parent.addSubview(pad)
            if tree == .deep { parent = pad }
        }
        let kinds: [() -> GestureRecognizer] = [
            { TapGestureRecognizer() }, { LongPressGestureRecognizer() }, { SwipeGestureRecognizer() },
            { PanGestureRecognizer() }, { PinchGestureRecognizer() }, { RotationGestureRecognizer() },
        ]
        for number in 0..<recognizers {
            let recognizer = kinds[number % kinds.count]()
            recognizer.cancelsTouchesInView = false
            window.addGestureRecognizer(recognizer)
        }
        return (application, window)
    }

    private static func moves(_ count: Int, _ recognizers: Int, _ tree: Tree, fingers: Int = 1) -> Duration {
        let (application, window) = makeWindow(tree, recognizers: recognizers)
        let tracker = TouchTracker(window: window)
        var clock = 0
        for finger in 0..<fingers { tracker.down(id: UInt64(finger), at: Point(x: 10, y: Double(finger) * 50)) }
        tracker.frame(at: .zero, to: application)
        application.processEvents()
        return time(count) {
            for number in 0..<count {
                clock += 2
                for finger in 0..<fingers {
                    // Never farther than a tap may go: all recognizers stay in the game as long as time lets them.
                    let place = Point(x: 10 + Double(number % 8), y: Double(finger) * 50)
                    tracker.move(id: UInt64(finger), to: place)
                }
                tracker.frame(at: .milliseconds(clock), to: application)
                application.processEvents()
            }
        }
    }

    /// Taps of a finger that moves some times, never too far for a tap.
    private static func taps(_ count: Int, moves: Int, _ tree: Tree = .wide) -> Duration {
        let (application, window) = makeWindow(tree, recognizers: 6)
        let tracker = TouchTracker(window: window)
        var clock = 0
        return time(count) {
            for _ in 0..<(count / (moves + 2)) {
                tracker.down(id: 1, at: Point(x: 500, y: 500))
                for step in 0...(moves + 1) {
                    clock += 8
                    if step > moves {
                        tracker.up(id: 1)
                    } else if step > 0 {
                        tracker.move(id: 1, to: Point(x: 500 + Double(step), y: 500))
                    }
                    tracker.frame(at: .milliseconds(clock), to: application)
                    application.processEvents()
                }
            }
        }
    }

    private static func presses(_ count: Int) -> Duration {
        let translator = ButtonTranslator()
        translator.connect(1, ButtonSettings())
        var clock = 0
        return time(count) {
            for _ in 0..<(count / 2) {
                clock += 150
                _ = translator.receive(.down, of: .playPause, from: 1, at: .milliseconds(clock))
                clock += 50
                _ = translator.receive(.up, of: .playPause, from: 1, at: .milliseconds(clock))
            }
        }
    }
}
