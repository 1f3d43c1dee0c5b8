// SPDX-License-Identifier: Apache-2.0

import BatonControls
import BatonEvents

/// An application with a window of 400 × 400 points, a screen whose fingers a test moves, and a log of what controls sent.
/// Times are in milliseconds.
@MainActor
final class ControlScene {
    let application = Application()
    let window = Window()
    let tracker: TouchTracker
    var lines: [String] = []

    private static let names: [(String, ControlEvents)] = [
        ("down", .touchDown), ("repeat", .touchDownRepeat), ("dragInside", .touchDragInside),
        ("dragOutside", .touchDragOutside), ("enter", .touchDragEnter), ("exit", .touchDragExit),
        ("upInside", .touchUpInside), ("upOutside", .touchUpOutside), ("cancel", .touchCancel),
        ("value", .valueChanged), ("primary", .primaryActionTriggered),
    ]

    init() {
        window.frame = Rect(x: 0, y: 0, width: 400, height: 400)
        application.addWindow(window)
        tracker = TouchTracker(window: window)
    }

    /// Adds a control to the window, and notes its events.
    @discardableResult
    func add<Made: Control>(_ control: Made, _ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Made {
        control.frame = Rect(x: x, y: y, width: width, height: height)
        window.addSubview(control)
        watch(control)
        return control
    }

    func watch(_ control: Control) {
        for (name, event) in Self.names {
            control.addTarget(self, action: name, for: event) { scene in scene.lines.append(name) }
        }
    }

    /// Adds a recognizer whose actions are noted.
    @discardableResult
    func add<Recognizer: GestureRecognizer>(_ recognizer: Recognizer, _ name: String, to view: View) -> Recognizer {
        recognizer.addTarget(self, action: name) { scene, recognizer in
            scene.lines.append("\(name) \(recognizer.state)")
        }
        view.addGestureRecognizer(recognizer)
        return recognizer
    }

    /// The log, which is empty afterwards.
    func take() -> [String] {
        defer { lines = [] }
        return lines
    }

    // MARK: Fingers

    func down(_ x: Double, _ y: Double, id: UInt64 = 1, at time: Int = 0) {
        tracker.down(id: id, at: Point(x: x, y: y))
        frame(time)
    }

    func move(_ x: Double, _ y: Double, id: UInt64 = 1, at time: Int = 0) {
        tracker.move(id: id, to: Point(x: x, y: y))
        frame(time)
    }

    func up(id: UInt64 = 1, at time: Int = 0) {
        tracker.up(id: id)
        frame(time)
    }

    /// A tap of 50 ms.
    func tap(_ x: Double, _ y: Double, at time: Int = 0) {
        down(x, y, at: time)
        up(at: time + 50)
    }

    private func frame(_ time: Int) {
        for event in tracker.frame(at: .milliseconds(time)) { application.postEvent(event) }
        application.processEvents()
    }

    func cancel() {
        for event in tracker.cancel(at: .milliseconds(0)) { application.postEvent(event) }
        application.processEvents()
    }

    func advance(_ time: Int) { application.advance(to: .milliseconds(time)) }
}

/// A control that notes how it is told of tracking, and does what a test wants.
@MainActor
final class ScriptedControl: Control {
    let scene: ControlScene
    var begins = true
    var continues = true
    var onCall: ((ScriptedControl, String) -> Void)?

    init(_ scene: ControlScene) { self.scene = scene }

    private func note(_ call: String) {
        scene.lines.append(call)
        onCall?(self, call)
    }

    override func beginTracking(_ touch: Touch, with event: Event?) -> Bool {
        note("begin")
        return begins
    }

    override func continueTracking(_ touch: Touch, with event: Event?) -> Bool {
        note("continue")
        return continues
    }

    override func endTracking(_ touch: Touch?, with event: Event?) { note("end") }

    override func cancelTracking(with event: Event?) { note(event == nil ? "cancelled by code" : "cancelled") }
}
