// SPDX-License-Identifier: Apache-2.0

/// What happened to the keys of one device at one moment.
///
/// It goes to gesture recognizers only, never through the application's queue: the type UIKit gives it there is reserved and
/// not sent (rule E1).
@MainActor
public final class PressesEvent {
    /// When it happened, since boot on the monotonic clock.
    public let timestamp: Duration
    /// Every press of the device that is down or has just ended; those that did not change are stationary (rule T3).
    public let allPresses: [Press]

    /// A press is one object, which later events change; an event that had to wait puts back what it is about.
    private let moments: [(phase: InputPhase, timestamp: Duration)]

    init(_ presses: [Press], at timestamp: Duration) {
        allPresses = presses
        self.timestamp = timestamp
        moments = presses.map { ($0.phase, $0.timestamp) }
    }

    /// The presses a recognizer has received and not ignored (rule T11).
    public func presses(for recognizer: GestureRecognizer) -> Set<Press> {
        Set(allPresses.filter { recognizer.receives($0) })
    }
}

extension PressesEvent: GestureEvent {
    var inputs: [GestureInput] { allPresses }

    func apply() {
        for (press, moment) in zip(allPresses, moments) {
            press.phase = moment.phase
            press.timestamp = moment.timestamp
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

    func deliver(_ inputs: [GestureInput], in phase: InputPhase, to recognizer: GestureRecognizer) {
        let presses = Set(inputs.compactMap { $0 as? Press })
        switch phase {
        case .began: recognizer.pressesBegan(presses, with: self)
        case .ended: recognizer.pressesEnded(presses, with: self)
        case .cancelled: recognizer.pressesCancelled(presses, with: self)
        case .changed, .stationary: break
        }
    }
}
