// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import Foundation

@testable import BatonTouchscreen

/// A recording, played to recognizers that a test adds.
@MainActor
final class RecordedScene {
    nonisolated static let names = [
        "atmel-maxtouch.1-finger-fast-taps", "atmel-maxtouch.2-fingers-touch-release",
        "atmel-maxtouch.4-finger-drag-down", "ep0430m09.1-finger-drag-up-down", "ep0430m09.2-finger-scroll-down",
    ]

    static func text(_ name: String) throws -> String {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Recordings")
        return try String(contentsOf: folder.appending(path: "\(name).events"), encoding: .utf8)
    }

    let application = Application()
    let window = Window()
    /// What the recognizers did: "began 0.233".
    private(set) var log: [String] = []
    private let recording: TouchRecording
    private let panel: TouchPanel
    private var now = Duration.zero
    private let together = Together()

    /// - Parameter isSplit: whether each finger's change is a frame of its own, as SDL and GTK report it.
    init(_ name: String, isSplit: Bool = false) throws {
        var text = try Self.text(name)
        if isSplit {
            text = text.split(separator: "\n").map { line in
                let words = line.split(separator: " ")
                guard words.count > 3, words[0] == "E:", words[3] == "002f" else { return String(line) }
                return "E: \(words[1]) 0000 0000 0\n\(line)"
            }.joined(separator: "\n")
            text += "\n"
        }
        recording = try TouchRecording(text)
        panel = try recording.panel.get()
        window.frame = Rect(origin: .zero, size: panel.size)
        window.isMultipleTouchEnabled = true
        application.addWindow(window)
    }

    /// Adds a recognizer whose actions are noted.
    func add<Recognizer: GestureRecognizer>(_ recognizer: Recognizer, _ configure: (Recognizer) -> Void = { _ in }) {
        configure(recognizer)
        recognizer.delegate = together
        recognizer.addTarget(self, action: "note") { scene, recognizer in
            guard recognizer.state != .changed else { return }
            let prefix = recognizer.name.map { "\($0) " } ?? ""
            scene.log.append("\(prefix)\(recognizer.state) \(scene.seconds)")
        }
        window.addGestureRecognizer(recognizer)
    }

    /// The time, rounded to milliseconds.
    private var seconds: String {
        let milliseconds = Int((now / .milliseconds(1)).rounded())
        return "\(milliseconds / 1000).\(String(1000 + milliseconds % 1000).dropFirst())"
    }

    func play(onEvent: (RecordedScene, Event) -> Void = { _, _ in }) {
        let slots = TouchSlots(panel: panel, of: recording, tracker: TouchTracker(window: window))
        for event in recording.events {
            for touches in slots.take(event) {
                advance(to: touches.timestamp)
                now = touches.timestamp
                application.postEvent(touches)
                application.processEvents()
                onEvent(self, touches)
            }
        }
        advance(to: now + .seconds(2))
    }

    private func advance(to time: Duration) {
        while let deadline = application.nextDeadline, deadline <= time {
            now = deadline
            application.advance(to: deadline)
        }
    }

    /// Lets all recognizers act.
    private final class Together: GestureRecognizerDelegate {
        func gestureRecognizer(
            _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
        ) -> Bool { true }
    }
}
