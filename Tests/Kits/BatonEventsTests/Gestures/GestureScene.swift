// SPDX-License-Identifier: Apache-2.0

import BatonEvents

/// A device with keys whose presses go to a view, and a log of what the view's recognizers did.
@MainActor
final class GestureScene {
    let environment = GestureEnvironment()
    let tracker = PressTracker()
    let view = View()
    var log: [String] = []

    /// Adds a recognizer whose actions are recorded.
    @discardableResult
    func add<Recognizer: GestureRecognizer>(_ recognizer: Recognizer, _ name: String) -> Recognizer {
        recognizer.name = name
        recognizer.addTarget(self, action: "note") { scene, recognizer in
            scene.log.append("\(name) \(recognizer.state)")
        }
        view.addGestureRecognizer(recognizer)
        return recognizer
    }

    func taps(_ count: Int, _ name: String) -> TapGestureRecognizer {
        let taps = TapGestureRecognizer()
        taps.numberOfTapsRequired = count
        return add(taps, name)
    }

    func down(_ key: PressKey = .playPause, _ milliseconds: Int) {
        guard let event = tracker.down(key, at: .milliseconds(milliseconds)) else { return }
        environment.send(event, to: view)
    }

    func up(_ key: PressKey = .playPause, _ milliseconds: Int) {
        guard let event = tracker.up(key, at: .milliseconds(milliseconds)) else { return }
        environment.send(event, to: view)
    }

    /// A click of 50 ms.
    func click(_ milliseconds: Int) {
        down(milliseconds)
        up(milliseconds + 50)
    }

    func down(_ milliseconds: Int) { down(.playPause, milliseconds) }

    func up(_ milliseconds: Int) { up(.playPause, milliseconds) }

    func cancel(_ milliseconds: Int) { environment.cancel(with: tracker.cancel(at: .milliseconds(milliseconds))) }

    func advance(_ milliseconds: Int) { environment.advance(to: .milliseconds(milliseconds)) }
}

/// A recognizer whose behaviour a test sets.
@MainActor
final class ScriptedRecognizer: GestureRecognizer {
    var onBegan: ((ScriptedRecognizer) -> Void)?
    var onEnded: ((ScriptedRecognizer) -> Void)?
    var onReset: ((ScriptedRecognizer) -> Void)?
    var began = 0
    var ended = 0
    var cancelled = 0
    var resets = 0
    var refused: [String] = []
    var stops = true
    var isStoppable = true

    override func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) {
        super.pressesBegan(presses, with: event)
        began += presses.count
        onBegan?(self)
    }

    override func pressesEnded(_ presses: Set<Press>, with event: PressesEvent) {
        super.pressesEnded(presses, with: event)
        ended += presses.count
        onEnded?(self)
    }

    override func pressesCancelled(_ presses: Set<Press>, with event: PressesEvent) {
        super.pressesCancelled(presses, with: event)
        cancelled += presses.count
    }

    override func reset() {
        super.reset()
        resets += 1
        onReset?(self)
    }

    override func didRefuse(_ next: GestureState) { refused.append("\(state) \(next)") }

    override func canPrevent(_ other: GestureRecognizer) -> Bool { stops }

    override func canBePrevented(by other: GestureRecognizer) -> Bool { isStoppable }
}

/// A delegate whose answers a test sets. It counts the questions.
@MainActor
final class ScriptedDelegate: GestureRecognizerDelegate {
    var mayBegin = true
    var mayReceive: (Press) -> Bool = { _ in true }
    var isSimultaneous = false
    var requires: GestureRecognizer?
    var isRequiredBy: GestureRecognizer?
    var questions: [String: Int] = [:]

    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive press: Press) -> Bool {
        questions["receive", default: 0] += 1
        return mayReceive(press)
    }

    func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
        questions["begin", default: 0] += 1
        return mayBegin
    }

    func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
    ) -> Bool {
        questions["simultaneous", default: 0] += 1
        return isSimultaneous
    }

    func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
    ) -> Bool { other === requires }

    func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
    ) -> Bool { other === isRequiredBy }
}
