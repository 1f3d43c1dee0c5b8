// SPDX-License-Identifier: Apache-2.0

import BatonAPI
package import BatonDBus
package import BatonEvents
package import BatonMotion
package import BatonReactor
package import BatonRouting
package import BatonSession
import BatonSettings
package import BatonValues

/// Turns the phases of shakes into events, with exactly one end for each beginning, wherever it came from (rule
/// M1).
@MainActor
package final class ShakeIntake: AgentPart {
    /// What is told when an event has an outcome.
    package typealias Finish = (event: MotionEvent, outcome: MotionOutcome, took: Duration)
    private var observers = Observers<Finish>()

    private let application: AgentApplication
    private let connection: Connection
    private let reactor: Reactor
    private var current: (input: ReportedShake.Origin, sender: BusName?)?
    private var limitTimer: ReactorTimer?
    private var callerWatch: NameWatch?
    /// Finds the app in front; calls back once, within half a second.
    package var findFocusedApp: ((@escaping (FocusedApp?) -> Void) -> Void)?
    private var isHolding = false
    private var held: [() -> Void] = []

    /// The longest simulated shake. One that its client does not end is cancelled then.
    private static let simulatedLimit = Duration.seconds(10)

    package init(application: AgentApplication, connection: Connection, reactor: Reactor) {
        self.connection = connection
        self.application = application
        self.reactor = reactor
    }

    /// Adds an observer of outcomes, which is called after those before it.
    package func observe(_ observer: @escaping (Finish) -> Void) -> Observation { observers.observe(observer) }

    /// Takes a phase from the recognizer.
    package func sensed(_ phase: MotionPhase) {
        switch phase {
        case .began(let at):
            // A real shake takes precedence over a simulated one.
            cancelCurrent()
            begin(.accelerometer, sender: nil)
            post(.began, at: at, .accelerometer, nil) { _ in }
        case .ended(let at, _): end(.ended, at: at)
        case .cancelled(let at, _): end(.cancelled, at: at)
        }
    }

    /// The sensor is gone: a shake that it began is cancelled.
    package func sensorLost() {
        if current?.input == .accelerometer { cancelCurrent() }
    }

    /// Takes a phase of a simulated shake from a client.
    ///
    /// - Parameter completion: called with the outcome of the event.
    /// - Throws: `InvalidArgs` when the phase is not allowed now.
    package func simulate(
        _ phase: MotionEventPhase, sender: BusName, completion: @escaping (MotionOutcome) -> Void
    ) throws(DBusError) {
        if phase == .began {
            guard current == nil else {
                throw DBusError(.invalidArguments, "a shake is under way; end or cancel it first")
            }
            begin(.simulated, sender: sender)
            callerWatch = connection.watchName(sender) { [weak self] owner in
                if owner == nil { self?.cancelCurrent() }
            }
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

    /// The bus is lost, and with it the clients that simulate shakes.
    package func busLost() {
        if current?.input == .simulated { cancelCurrent() }
    }

    private func begin(_ input: ReportedShake.Origin, sender: BusName?) {
        current = (input, sender)
        askForFocus()
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
        callerWatch?.cancel()
        callerWatch = nil
    }

    private func post(
        _ phase: MotionEventPhase, at instant: Duration, _ input: ReportedShake.Origin, _ sender: BusName?,
        _ completion: @escaping (MotionOutcome) -> Void
    ) {
        let event = MotionEvent(phase, timestamp: instant, input: input, sender: sender)
        let begun = reactor.now
        event.completion = { [self, unowned event] outcome in
            observers.tell((event, outcome, reactor.now - begun))
            completion(outcome)
        }
        perform { [self] in
            application.postEvent(event)
            application.processEvents()
        }
    }

    // MARK: The app in front

    /// Asks which app is in front before a shake begins, if an app may receive it. Events that come meanwhile wait.
    private func askForFocus() {
        guard application.desktopWindow.hasApps, let findFocusedApp else { return }
        isHolding = true
        findFocusedApp { [weak self] app in
            guard let self else { return }
            application.desktopWindow.focusedApp = app
            isHolding = false
            let waiting = held
            held = []
            for work in waiting { work() }
        }
    }

    private func perform(_ work: @escaping () -> Void) {
        if isHolding { held.append(work) } else { work() }
    }
}
