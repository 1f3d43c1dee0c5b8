// SPDX-License-Identifier: Apache-2.0

import BatonEvents

/// A log of what views and recognizers were told, as lines such as "a B1" (two touches began: "a B2").
@MainActor
final class TouchLog {
    var lines: [String] = []

    /// Returns the lines and forgets them.
    func take() -> [String] {
        defer { lines = [] }
        return lines
    }
}

/// A view that notes each message, and does what a test wants.
@MainActor
final class TouchView: View {
    let name: String
    let log: TouchLog
    var passesOn = false
    var onMessage: ((_ phase: InputPhase, _ touches: Set<Touch>, _ event: Event) -> Void)?
    var events: [Event] = []

    init(_ name: String, _ log: TouchLog, _ frame: Rect) {
        self.name = name
        self.log = log
        super.init()
        self.frame = frame
    }

    private func note(_ letter: String, _ phase: InputPhase, _ touches: Set<Touch>, _ event: Event) -> Bool {
        log.lines.append("\(name) \(letter)\(touches.count)")
        events.append(event)
        onMessage?(phase, touches, event)
        return passesOn
    }

    override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
        if note("B", .began, touches, event) { super.touchesBegan(touches, with: event) }
    }

    override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
        if note("M", .moved, touches, event) { super.touchesMoved(touches, with: event) }
    }

    override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
        if note("E", .ended, touches, event) { super.touchesEnded(touches, with: event) }
    }

    override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
        if note("C", .cancelled, touches, event) { super.touchesCancelled(touches, with: event) }
    }
}

/// An application with a window of 400 × 400 points, and a screen whose fingers a test moves. Times are in milliseconds.
@MainActor
final class TouchScene {
    let log = TouchLog()
    let application: Application
    let window: Window
    let tracker: TouchTracker
    var clock = 0

    init(application: Application = Application(), window: Window = Window()) {
        self.application = application
        self.window = window
        window.frame = Rect(x: 0, y: 0, width: 400, height: 400)
        application.addWindow(window)
        tracker = TouchTracker(window: window)
    }

    func view(_ name: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double, in superview: View? = nil)
        -> TouchView
    {
        let view = TouchView(name, log, Rect(x: x, y: y, width: width, height: height))
        (superview ?? window).addSubview(view)
        return view
    }

    /// Adds a recognizer whose actions are noted as "NAME STATE".
    @discardableResult
    func add<Recognizer: GestureRecognizer>(_ recognizer: Recognizer, _ name: String, to view: View) -> Recognizer {
        recognizer.name = name
        recognizer.addTarget(log, action: "note") { log, recognizer in log.lines.append("\(name) \(recognizer.state)") }
        view.addGestureRecognizer(recognizer)
        return recognizer
    }

    // MARK: Fingers

    func down(_ id: UInt64, _ x: Double, _ y: Double) { tracker.down(id: id, at: Point(x: x, y: y)) }

    func move(_ id: UInt64, _ x: Double, _ y: Double) { tracker.move(id: id, to: Point(x: x, y: y)) }

    func up(_ id: UInt64) { tracker.up(id: id) }

    /// Closes the frame and sends its events. Returns the last one.
    @discardableResult
    func frame(_ time: Int? = nil) -> Event? {
        clock = time ?? clock
        let events = tracker.frame(at: .milliseconds(clock))
        send(events)
        return events.last
    }

    func send(_ events: [Event]) {
        for event in events { application.postEvent(event) }
        application.processEvents()
    }

    func advance(_ time: Int) {
        clock = time
        application.advance(to: .milliseconds(time))
    }

    func cancel(_ time: Int? = nil) {
        clock = time ?? clock
        send(tracker.cancel(at: .milliseconds(clock)))
    }

    /// A tap of 50 ms. Returns the messages of it.
    func tap(_ x: Double, _ y: Double, at time: Int, id: UInt64 = 1) {
        down(id, x, y)
        frame(time)
        up(id)
        frame(time + 50)
    }
}
