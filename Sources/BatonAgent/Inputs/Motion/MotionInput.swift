// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus
internal import BatonEvents
internal import BatonMotion
internal import BatonReactor

/// Turns phases of shakes into events: exactly one end for each beginning, whoever it came from (rule M1).
@MainActor
final class MotionInput {
    /// Called with each event's end.
    var onFinish: ((MotionEvent, Outcome, _ took: Duration) -> Void)?

    private let application: AgentApplication
    private let reactor: Reactor
    private var current: (input: MotionEvent.Input, sender: BusName?)?
    private var limitTimer: ReactorTimer?

    /// A simulated shake that nobody ends is over then.
    private static let simulatedLimit = Duration.seconds(10)

    init(application: AgentApplication, reactor: Reactor) {
        self.application = application
        self.reactor = reactor
    }

    /// The detector's word.
    func sensed(_ phase: MotionPhase) {
        switch phase {
        case .began(let at):
            // A real shake goes before one that somebody plays.
            cancelCurrent()
            begin(.accelerometer, sender: nil)
            post(.began, at: at, .accelerometer, nil) { _ in }
        case .ended(let at, _): end(.ended, at: at)
        case .cancelled(let at, _): end(.cancelled, at: at)
        }
    }

    /// The sensor is gone: what it began is over.
    func sensorLost() {
        if current?.input == .accelerometer { cancelCurrent() }
    }

    /// Somebody plays a shake.
    ///
    /// - Parameter completion: hears what became of the event.
    /// - Throws: `InvalidArgs` when the phase cannot be now.
    func simulate(
        _ phase: MotionEventPhase, sender: BusName, completion: @escaping (Outcome) -> Void
    ) throws(DBusError) {
        if phase == .began {
            guard current == nil else {
                throw DBusError(.invalidArguments, "a shake is under way; end or cancel it first")
            }
            begin(.simulated, sender: sender)
            limitTimer = reactor.schedule(after: Self.simulatedLimit, tolerance: .seconds(1)) { [weak self] in
                self?.cancelCurrent()
            }
            return post(.began, at: reactor.now, .simulated, sender, completion)
        }
        guard let current, current.input == .simulated, current.sender == sender else {
            throw DBusError(.invalidArguments, "you have not begun a shake; send phase 0 (began) first")
        }
        finishCurrent()
        post(phase, at: reactor.now, .simulated, sender, completion)
    }

    /// The bus is lost, and with it those who play shakes.
    func busLost() {
        if current?.input == .simulated { cancelCurrent() }
    }

    private func begin(_ input: MotionEvent.Input, sender: BusName?) {
        current = (input, sender)
    }

    private func end(_ phase: MotionEventPhase, at instant: Duration) {
        guard current?.input == .accelerometer else { return }
        finishCurrent()
        post(phase, at: instant, .accelerometer, nil) { _ in }
    }

    private func cancelCurrent() {
        guard let current else { return }
        finishCurrent()
        post(.cancelled, at: reactor.now, current.input, current.sender) { _ in }
    }

    private func finishCurrent() {
        current = nil
        limitTimer?.cancel()
        limitTimer = nil
    }

    private func post(
        _ phase: MotionEventPhase, at instant: Duration, _ input: MotionEvent.Input, _ sender: BusName?,
        _ completion: @escaping (Outcome) -> Void
    ) {
        let event = MotionEvent(phase, timestamp: instant, input: input, sender: sender)
        let begun = reactor.now
        event.completion = { [self, unowned event] outcome in
            onFinish?(event, outcome, reactor.now - begun)
            completion(outcome)
        }
        application.postEvent(event)
        application.processEvents()
    }
}
