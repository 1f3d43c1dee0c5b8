// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonDBus
package import BatonEvents

/// A phase of a shake, with where it came from and how its sender hears the outcome.
@MainActor
package final class MotionEvent: Event {
    package let phase: MotionEventPhase
    package let input: ShakeInput.Source
    /// The unique name of the caller, for a simulated one.
    package let sender: BusName?
    /// Hears the outcome, once.
    package var completion: ((MotionOutcome) -> Void)?

    package init(_ phase: MotionEventPhase, timestamp: Duration, input: ShakeInput.Source, sender: BusName?) {
        self.phase = phase
        self.input = input
        self.sender = sender
        super.init(motion: .shake, phase: phase, timestamp: timestamp)
        onUnhandled = { [unowned self] in finish(.unhandled) }
    }

    /// Tells how it ended; only the first time counts.
    package func finish(_ outcome: MotionOutcome) {
        guard let completion else { return }
        self.completion = nil
        completion(outcome)
    }

    /// What `batonctl monitor` shows as the input: "accelerometer shake-began".
    package var inputText: String { ShakeInput(input, phase).text }
}

/// How a phase of a shake ended. Every one ends exactly once.
package enum MotionOutcome: Sendable, Equatable {
    /// An app took it.
    case handled(by: ResponderID)
    /// Nobody took it.
    case unhandled
    /// Nobody took it, and Undo was offered.
    case undo(UndoResult)

    package var responder: ResponderID? {
        if case .handled(let id) = self { id } else { nil }
    }

    /// Why not, where there is something to say: a guard's word, or what failed.
    package var reason: Reason? {
        if case .undo(let result) = self { result.reason } else { nil }
    }

    /// The word `batonctl monitor` prints and scripts compare.
    package var word: OutcomeWord {
        switch self {
        case .handled: .handled
        case .unhandled: .unhandled
        case .undo(let result): result.word
        }
    }
}
