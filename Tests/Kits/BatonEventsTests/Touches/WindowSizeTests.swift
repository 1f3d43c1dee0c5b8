// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import Testing

@MainActor
@Suite("A window without a frame (rule V16)")
struct WindowSizeTests {
    private final class Counting: Window {
        var missed = 0

        override func didMissTouches() { missed += 1 }
    }

    private func touch(_ window: Window, _ application: Application, _ x: Double = 5) {
        let tracker = TouchTracker(window: window)
        tracker.down(id: 1, at: Point(x: x, y: 5))
        tracker.up(id: 1)
        tracker.frame(at: .zero, to: application)
        application.processEvents()
    }

    @Test("V16: its first touch is told once, and not when the window has a size, or another window is hit")
    func once() {
        let (application, window) = (Application(), Counting())
        let front = Window()
        application.addWindow(window)
        touch(window, application)
        touch(window, application)
        #expect(window.missed == 1)
        let other = Counting()
        application.addWindow(other)
        application.addWindow(front)
        front.frame = Rect(x: 0, y: 0, width: 10, height: 10)
        touch(other, application)
        #expect(other.missed == 0, "the touch hit the other window")
        other.frame = Rect(x: 0, y: 0, width: 10, height: 10)
        touch(other, application, 50)
        #expect(other.missed == 0, "beside it")
    }

    @Test("V16: it stops a debug build with a sentence")
    func sentence() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let (application, window) = (Application(), Window())
                application.addWindow(window)
                let tracker = TouchTracker(window: window)
                tracker.down(id: 1, at: .zero)
                tracker.frame(at: .zero, to: application)
                application.processEvents()
            }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("Window has no size, so touches do not hit it; set its frame"), "\(text)")
    }
}
