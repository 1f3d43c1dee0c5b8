// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus
internal import BatonEvents

/// A phase of a shake, with where it came from and how its sender hears the outcome.
@MainActor
final class MotionEvent: Event {
    /// Where a shake came from.
    enum Input: String, Sendable {
        /// The accelerometer.
        case accelerometer
        /// `SimulateMotion`.
        case simulated
    }

    let phase: MotionEventPhase
    let input: Input
    /// The unique name of the caller, for a simulated one.
    let sender: BusName?
    /// Hears the outcome, once.
    var completion: ((MotionOutcome) -> Void)?

    init(_ phase: MotionEventPhase, timestamp: Duration, input: Input, sender: BusName?) {
        self.phase = phase
        self.input = input
        self.sender = sender
        super.init(motion: .shake, phase: phase, timestamp: timestamp)
        onUnhandled = { [unowned self] in finish(.unhandled) }
    }

    /// Tells how it ended; only the first time counts.
    func finish(_ outcome: MotionOutcome) {
        guard let completion else { return }
        self.completion = nil
        completion(outcome)
    }

    /// What `batonctl monitor` shows as the input: "accelerometer shake-began".
    var inputText: String {
        switch phase {
        case .began: "\(input.rawValue) shake-began"
        case .ended: "\(input.rawValue) shake-ended"
        case .cancelled: "\(input.rawValue) shake-cancelled"
        }
    }
}
