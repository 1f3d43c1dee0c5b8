// SPDX-License-Identifier: Apache-2.0

/// The changes of the keys of one device at one time.
///
/// It goes to gesture recognizers only, never through the application's queue: UIKit's event type for presses is
/// reserved and not sent (rule E1).
///
/// For example:
/// ```swift
/// if let event = tracker.up(.playPause, at: timestamp) {
///     print(event.allPresses.map(\.key))
///     environment.send(event, to: view)
/// }
/// ```
@MainActor
public final class PressesEvent {
    /// The time of the changes, since boot on the monotonic clock (rule T7).
    public let timestamp: Duration
    /// Every press of the device that is down or has just ended. Those that did not change are stationary (rule T3).
    public let allPresses: [Press]

    /// The phase and time of each press at this event. A press is one object that later events change, so an event that
    /// had to wait restores them.
    private let moments: [(phase: InputPhase, timestamp: Duration)]

    /// The recognizers of the view that the event was sent to, and of its superviews.
    var recognizers: [GestureRecognizer] = []

    init(_ presses: [Press], at timestamp: Duration) {
        allPresses = presses
        self.timestamp = timestamp
        moments = presses.map { ($0.phase, $0.timestamp) }
    }

    /// The presses that a recognizer has received and not ignored (rule T11).
    public func presses(for recognizer: GestureRecognizer) -> Set<Press> {
        Set(allPresses.filter { recognizer.receives($0) })
    }
}

extension PressesEvent: GestureEvent {
    var concernsOthers: Bool { true }

    var newInputs: [GestureInput] { allPresses.filter { $0.phase == .began } }

    func has(_ phase: InputPhase) -> Bool {
        for press in allPresses where press.phase == phase { return true }
        return false
    }

    func append(recognizersFor input: GestureInput, to recognizers: inout [GestureRecognizer]) {
        recognizers += self.recognizers
    }

    func apply() {
        for (press, moment) in zip(allPresses, moments) {
            press.phase = moment.phase
            press.timestamp = moment.timestamp
            press.isOver = moment.phase.isOver
        }
    }

    func isAllowed(_ input: GestureInput, by recognizer: GestureRecognizer) -> Bool {
        guard let press = input as? Press, let keys = recognizer.allowedKeys else { return true }
        return keys.contains(press.key)
    }

    func mayDeliver(_ input: GestureInput, to recognizer: GestureRecognizer) -> Bool {
        guard let press = input as? Press else { return true }
        return recognizer.delegate?.gestureRecognizer(recognizer, shouldReceive: press) ?? true
    }

    func deliver(_ phase: InputPhase, to recognizer: GestureRecognizer) -> Bool {
        let received = allPresses.filter { $0.phase == phase && recognizer.receives($0) }
        guard !received.isEmpty else { return false }
        let presses = Set(received)
        switch phase {
        case .began: recognizer.pressesBegan(presses, with: self)
        case .ended: recognizer.pressesEnded(presses, with: self)
        case .cancelled: recognizer.pressesCancelled(presses, with: self)
        case .changed, .stationary: break
        }
        return true
    }
}

/// One press of a key, from down to up (rule T2). Its phases are began, stationary, ended and cancelled.
///
/// Unlike UIKit's, its key is the kernel's code, and it has no force and no responder.
///
/// For example:
/// ```swift
/// final class SecondGestureRecognizer: GestureRecognizer {
///     override func pressesEnded(_ presses: Set<Press>, with event: PressesEvent) {
///         super.pressesEnded(presses, with: event)
///         let isLong = presses.contains { $0.timestamp - $0.beganAt > .seconds(1) }
///         state = isLong ? .recognized : .failed
///     }
/// }
/// ```
@MainActor
public final class Press: GestureInput {
    /// The key (rule T2).
    public let key: PressKey

    private weak var binding: GestureEnvironment?

    override var environment: GestureEnvironment? { binding }

    override func willBind(to environment: GestureEnvironment) { binding = environment }

    init(key: PressKey, beganAt timestamp: Duration) {
        self.key = key
        super.init(beganAt: timestamp)
    }
}
