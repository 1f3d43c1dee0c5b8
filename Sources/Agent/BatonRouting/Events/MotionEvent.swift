// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonDBus
package import BatonEvents

/// A phase of a shake, with its input, its caller, and a handler for its outcome.
@MainActor
package final class MotionEvent: Event {
    package let phase: MotionEventPhase
    package let input: ReportedShake.Origin
    /// The unique name of the caller of `SimulateMotion`; nil for the accelerometer.
    package let sender: BusName?
    /// Called once, with the outcome.
    package var completion: ((MotionOutcome) -> Void)?

    package init(_ phase: MotionEventPhase, timestamp: Duration, input: ReportedShake.Origin, sender: BusName?) {
        self.phase = phase
        self.input = input
        self.sender = sender
        super.init(motion: .shake, phase: phase, timestamp: timestamp)
    }

    package override func reportUnhandled() {
        super.reportUnhandled()
        finish(.unhandled)
    }

    /// Reports the outcome. Only the first call has an effect.
    package func finish(_ outcome: MotionOutcome) {
        guard let completion else { return }
        self.completion = nil
        completion(outcome)
    }

    /// The input as `batonctl monitor` shows it: "accelerometer shake-began".
    package var inputText: String { ReportedShake(input, phase).text }
}

/// The outcome of a phase of a shake. Each phase has exactly one.
package enum MotionOutcome: Sendable, Equatable {
    /// An app handled it.
    case handled(by: ResponderID)
    /// No responder handled it.
    case unhandled
    /// No responder handled it, and Undo was offered.
    case undo(UndoResult)

    package var responder: ResponderID? {
        if case .handled(let id) = self { id } else { nil }
    }

    /// Why nothing was undone: the reason of a guard or of a failure; nil if there is none.
    package var reason: Reason? {
        if case .undo(let result) = self { result.reason } else { nil }
    }

    /// The word that `batonctl monitor` prints and that scripts compare.
    package var word: OutcomeWord {
        switch self {
        case .handled: .handled
        case .unhandled: .unhandled
        case .undo(let result): result.word
        }
    }
}
