// SPDX-License-Identifier: Apache-2.0

import BatonEvents

/// Records which responder got which message, in order.
@MainActor
final class Recorder {
    var log: [String] = []
}

/// A view that records each event and passes it on, unless it handles it.
@MainActor
final class RecordingView: View {
    let name: String
    let recorder: Recorder
    var handles = false
    var takes: ((Event) -> Void)?
    var canBecome = true
    var mayResign = true
    var onResign: (() -> Void)?

    init(_ name: String, _ recorder: Recorder) {
        self.name = name
        self.recorder = recorder
    }

    override var canBecomeFirstResponder: Bool { canBecome }
    override var canResignFirstResponder: Bool { mayResign }

    override func resignFirstResponder() -> Bool {
        onResign?()
        return super.resignFirstResponder()
    }

    override func remoteControlReceived(with event: Event) {
        recorder.log.append(name)
        if let takes { return takes(event) }
        if !handles { super.remoteControlReceived(with: event) }
    }

    /// Passes on an event that the view has taken before.
    func passOn(_ event: Event) { super.remoteControlReceived(with: event) }

    override func motionBegan(_ motion: EventSubtype, with event: Event) {
        recorder.log.append("\(name) began")
        if !handles { super.motionBegan(motion, with: event) }
    }

    override func motionEnded(_ motion: EventSubtype, with event: Event) {
        recorder.log.append("\(name) ended")
        if !handles { super.motionEnded(motion, with: event) }
    }
}

/// A controller that records each event and passes it on.
@MainActor
final class RecordingController: ViewController {
    let recorder: Recorder

    init(view: View, _ recorder: Recorder) {
        self.recorder = recorder
        super.init(view: view)
    }

    override func remoteControlReceived(with event: Event) {
        recorder.log.append("controller")
        super.remoteControlReceived(with: event)
    }
}

/// A window that records each event and passes it on.
@MainActor
final class RecordingWindow: Window {
    let name: String
    let recorder: Recorder
    var isSilent = false

    init(_ name: String = "window", _ recorder: Recorder) {
        self.name = name
        self.recorder = recorder
    }

    override func sendEvent(_ event: Event) {
        if !isSilent { super.sendEvent(event) }
    }

    override func remoteControlReceived(with event: Event) {
        recorder.log.append(name)
        super.remoteControlReceived(with: event)
    }
}

/// An application that records each event and passes it on.
@MainActor
final class RecordingApplication: Application {
    let recorder: Recorder
    var sent: [Event] = []
    var isSilent = false
    var onSend: ((Event) -> Void)?

    init(_ recorder: Recorder) {
        self.recorder = recorder
    }

    override func sendEvent(_ event: Event) {
        sent.append(event)
        onSend?(event)
        if !isSilent { super.sendEvent(event) }
    }

    override func remoteControlReceived(with event: Event) {
        recorder.log.append("application")
        super.remoteControlReceived(with: event)
    }
}

/// A delegate that is a responder.
@MainActor
final class RecordingDelegate: Responder, ApplicationDelegate {
    let recorder: Recorder
    var dropped = 0

    init(_ recorder: Recorder) {
        self.recorder = recorder
    }

    func application(_ application: Application, didDrop event: Event) { dropped += 1 }

    override func remoteControlReceived(with event: Event) {
        recorder.log.append("delegate")
        super.remoteControlReceived(with: event)
    }
}

/// An application with a window, three nested views and a controller of the middle one: inner in middle in outer.
@MainActor
struct Scene {
    let recorder = Recorder()
    let application: RecordingApplication
    let window: RecordingWindow
    let outer: RecordingView
    let middle: RecordingView
    let inner: RecordingView
    let controller: RecordingController

    init() {
        application = RecordingApplication(recorder)
        window = RecordingWindow("window", recorder)
        outer = RecordingView("outer", recorder)
        middle = RecordingView("middle", recorder)
        inner = RecordingView("inner", recorder)
        controller = RecordingController(view: middle, recorder)
        application.addWindow(window)
        window.addSubview(outer)
        outer.addSubview(middle)
        middle.addSubview(inner)
        application.beginReceivingRemoteControlEvents()
    }

    func command(_ subtype: RemoteControlSubtype = .play) -> Event {
        Event(remoteControl: subtype, timestamp: .seconds(1))
    }

    /// Posts and processes an event. Returns whether it was unhandled.
    @discardableResult
    func send(_ event: Event) -> Bool {
        var unhandled = 0
        event.onUnhandled = { unhandled += 1 }
        application.postEvent(event)
        application.processEvents()
        return unhandled == 1
    }
}
