// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import BatonTouchscreen
import Foundation

/// Plays evemu recordings to Baton's recognizers, as hammer.js does to Hammer.JS, and prints one JSON object for each: what
/// was found how often, when the first action came, and the CPU of 1000 events.
///
/// Usage: compare-gestures RECORDING...
@main
@MainActor
enum CompareGestures {
    struct Line: Encodable {
        let name: String
        let found: [String: Int]
        let first: [String: Int]
        let milliseconds: Double
    }

    static func main() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        for path in CommandLine.arguments.dropFirst() {
            let file = URL(fileURLWithPath: path)
            let recording = try TouchRecording(String(contentsOf: file, encoding: .utf8))
            let panel = try recording.panel.get()
            let pad = ComparedPad(panel: panel, fingers: mostFingers(recording, panel))
            pad.play(recording)
            let line = Line(
                name: file.deletingPathExtension().lastPathComponent, found: pad.found, first: pad.first,
                milliseconds: cost(recording, panel, pad.fingers))
            print(String(decoding: try encoder.encode(line), as: UTF8.self))
        }
    }

    private static func mostFingers(_ recording: TouchRecording, _ panel: TouchPanel) -> Int {
        let slots = TouchSlots(panel: panel, of: recording, tracker: TouchTracker(window: Window()))
        var most = 1
        for event in recording.events {
            _ = slots.take(event)
            most = max(most, slots.fingerCount)
        }
        return most
    }

    /// The processor time of 1000 frames in milliseconds, with the reading of the slots: the recording is played again and
    /// again, two seconds apart, and the second half of the rounds is measured.
    private static func cost(_ recording: TouchRecording, _ panel: TouchPanel, _ fingers: Int) -> Double {
        let pad = ComparedPad(panel: panel, fingers: fingers)
        let frames = recording.events.count { $0.isEndOfFrame }
        let rounds = 1 + 3000 / max(frames, 1)
        for _ in 0..<rounds { pad.play(recording) }
        let start = clock()
        for _ in 0..<rounds { pad.play(recording) }
        let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
        return (seconds * 1e6 / Double(max(frames * rounds, 1)) * 100).rounded() / 100
    }
}

/// A window with the recognizers and their default settings, for a number of fingers, all at the same time.
@MainActor
private final class ComparedPad: GestureRecognizerDelegate {
    let fingers: Int
    private(set) var found: [String: Int] = [:]
    private(set) var first: [String: Int] = [:]
    private let panel: TouchPanel
    private let application = Application()
    private let window = Window()
    private var now = Duration.zero
    /// When the present round began.
    private var start = Duration.zero

    init(panel: TouchPanel, fingers: Int) {
        self.panel = panel
        self.fingers = fingers
        window.frame = Rect(origin: .zero, size: panel.size)
        window.isMultipleTouchEnabled = true
        application.addWindow(window)
        for taps in 1...2 {
            let tap = TapGestureRecognizer()
            (tap.numberOfTapsRequired, tap.numberOfTouchesRequired) = (taps, fingers)
            add(tap, taps == 1 ? "tap" : "double-tap", .ended)
        }
        let hold = LongPressGestureRecognizer()
        hold.numberOfTouchesRequired = fingers
        add(hold, "long-press", .began)
        for (name, direction) in [("left", SwipeDirection.left), ("right", .right), ("up", .up), ("down", .down)] {
            let swipe = SwipeGestureRecognizer()
            (swipe.direction, swipe.numberOfTouchesRequired) = (direction, fingers)
            add(swipe, "swipe-\(name)", .ended)
        }
        add(PanGestureRecognizer(), "pan", .began)
        add(PinchGestureRecognizer(), "pinch", .began)
        add(RotationGestureRecognizer(), "rotation", .began)
    }

    private func add(_ recognizer: GestureRecognizer, _ name: String, _ state: GestureState) {
        recognizer.delegate = self
        recognizer.addTarget(self, action: name) { pad, recognizer in
            guard recognizer.state == state else { return }
            guard pad.start == .zero else { return }
            pad.found[name, default: 0] += 1
            if pad.first[name] == nil { pad.first[name] = Int((pad.now / .milliseconds(1)).rounded()) }
        }
        window.addGestureRecognizer(recognizer)
    }

    func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
    ) -> Bool { true }

    func play(_ recording: TouchRecording) {
        let slots = TouchSlots(panel: panel, of: recording, tracker: TouchTracker(window: window))
        for event in recording.events {
            let event = PanelEvent(
                type: event.type, code: event.code, value: event.value, timestamp: start + event.timestamp)
            for touches in slots.take(event) {
                advance(to: touches.timestamp)
                now = touches.timestamp
                application.postEvent(touches)
                application.processEvents()
            }
        }
        advance(to: now + .seconds(2))
        start = now + .seconds(2)
    }

    private func advance(to time: Duration) {
        while let deadline = application.nextDeadline, deadline <= time {
            now = deadline
            application.advance(to: deadline)
        }
    }
}
