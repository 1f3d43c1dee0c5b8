// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonDBus
package import BatonEvents
package import BatonReactor
package import BatonRouting
import BatonSession
package import BatonSettings
package import BatonValues
import SystemPackage

/// The common entry of all inputs: makes an event of each command and sends it with ``Application/sendEvent(_:)``.
///
/// While a player that has just appeared has not answered with its state, commands wait in order, so that a player that
/// starts playing gets the next command. A command waits for at most `[routing] start-wait` (200 ms by default) and is
/// then routed by what is known (rule MPRIS20).
@MainActor
package final class CommandIntake: AgentPart {
    private let application: AgentApplication
    private let launcher: Launcher
    /// The program that a play command starts when there is no responder (`[routing] launch`); empty for none.
    package var launch: [String] = []
    /// When the program was started, while it may be on its way.
    private var launched: Duration?
    /// How long a program that was started is waited for. With a larger value a press that follows one that brought no player
    /// does nothing for longer.
    private static let longestStart = Duration.seconds(10)
    private let reactor: Reactor
    private let seeking: SeekSessions
    // Needs no check at run time: the queue runs no code of others, and what is taken from it is released later.
    /// What waits, each with the latest instant at which it goes on.
    @exclusivity(unchecked) private var held = Queue<(until: Duration, work: () -> Void)>()
    private var holdTimer: ReactorTimer?
    /// The longest time that a command waits for first answers, counted from its own arrival (`[routing] start-wait`).
    package var longestHold: Duration
    // Needs no check at run time: it is a Boolean.
    /// Whether commands wait for first answers.
    @exclusivity(unchecked) package private(set) var isHolding = false
    /// Puts the player of the window in front first; nil unless the configuration wants that (rule MPRIS102).
    private var focused: FocusedFirst?
    /// Makes that; set once.
    package var makeFocused: ((FocusedChoice) -> FocusedFirst?)?
    /// Whether the session is locked, so that no program is started (rule I58).
    private let isLocked: () -> Bool
    /// What is told when a command has an outcome.
    package typealias Finish = (event: CommandEvent, outcome: Outcome, took: Duration)
    // Needs no check at run time: it is copied before observers are called.
    @exclusivity(unchecked) private var observers = Observers<Finish>()

    package init(
        application: AgentApplication, launcher: Launcher, seeking: SeekSessions, longestHold: Duration,
        isLocked: @escaping () -> Bool, reactor: Reactor
    ) {
        self.application = application
        self.launcher = launcher
        self.seeking = seeking
        self.longestHold = longestHold
        self.isLocked = isLocked
        self.reactor = reactor
    }

    package func apply(_ configuration: Configuration) {
        longestHold = configuration.routing.startWait
        launch = configuration.routing.launch
        let choice = configuration.routing.focused
        guard choice != .no else {
            focused?.forget()
            focused = nil
            return
        }
        if let focused { focused.choice = choice } else { focused = makeFocused?(choice) ?? nil }
    }

    /// Adds an observer of outcomes, which is called after those before it.
    package func observe(_ observer: @escaping (Finish) -> Void) -> Observation { observers.observe(observer) }

    private var now: Duration { reactor.now }

    /// How many commands wait.
    package var heldCount: Int { held.count }

    /// Sends a remote-control event through the chain. `completion` is called exactly once, with the outcome.
    ///
    /// - Parameter receipt: is told what the player that gets the event is like then.
    package func submit(
        _ subtype: RemoteControlSubtype, input: InputKind, sender: BusName?, receipt: CommandReceipt? = nil,
        completion: @escaping (Outcome) -> Void
    ) {
        let event = CommandEvent(subtype, timestamp: now, input: input, sender: sender)
        event.receipt = receipt
        submit(event, completion)
    }

    /// Sends a press of a device or service through the chain.
    ///
    /// - Parameter instant: the time of the press, on CLOCK_MONOTONIC.
    package func submit(
        _ subtype: RemoteControlSubtype, at instant: Duration, from input: Input,
        completion: @escaping (Outcome) -> Void
    ) {
        submit(
            CommandEvent(
                subtype, timestamp: instant, input: input.kind, sender: nil, inputNumber: input.number,
                device: input.name),
            completion)
    }

    private func submit(_ event: CommandEvent, _ completion: @escaping (Outcome) -> Void) {
        let begun = now
        event.completion = { [self, unowned event] outcome in
            seeking.resolve(event, outcome)
            observers.tell((event, outcome, now - begun))
            completion(outcome)
        }
        guard let focused, event.input != .mpris else { return route(event) }
        focused.admit(event.command) { [self] in route(event) }
    }

    /// Sends an event when its turn comes.
    private func route(_ event: CommandEvent) {
        if isOccupied { perform { [self] in send(event) } } else { send(event) }
    }

    private func send(_ event: CommandEvent) {
        seeking.offer(event)
        if application.mediaWindow.isEmpty {
            event.finish(launchPlayer(for: event))
        } else {
            launched = nil
            application.postEvent(event)
            application.processEvents()
        }
    }

    /// With an empty chain, Play and the toggle start the program that the user named. The program starts playing by
    /// itself.
    private func launchPlayer(for event: CommandEvent) -> Outcome {
        let subtype = event.command
        guard !launch.isEmpty, !isLocked(), subtype == .play || subtype == .togglePlayPause,
            application.isEnabled(subtype)
        else {
            return .unhandled(application.isEnabled(subtype) ? .noResponder : .disabled)
        }
        // The program is not there yet: a second press means the same one (rule MPRIS67).
        if let launched, now - launched < Self.longestStart { return .handled(by: ResponderID(launch[0])) }
        do throws(Errno) {
            launched = now
            try launcher.start(launch) { [weak self] in self?.launched = nil }
            return .handled(by: ResponderID(launch[0]))
        } catch {
            launched = nil
            return .failed(ResponderID(launch[0]), DBusError(.failed, "cannot start '\(launch[0])': \(error)"))
        }
    }

    /// Whether what comes now has to wait.
    package var isOccupied: Bool { isHolding || !held.isEmpty }

    /// Runs `work` in order with the commands: at once, or after those that wait.
    package func perform(_ work: @escaping () -> Void) {
        guard isOccupied else { return work() }
        held.append((now + longestHold, work))
        arm()
    }

    /// Starts or ends holding. At the end the held commands go on in the order in which they came.
    package func setHolding(_ isHolding: Bool) {
        self.isHolding = isHolding
        while !self.isHolding, let next = held.popFirst() { next.work() }
        if held.isEmpty { holdTimer?.cancel() }
    }

    /// Discards the held commands: no caller waits for an answer any more.
    package func dropHeld() {
        holdTimer?.cancel()
        held = Queue()
        isHolding = false
    }

    private func arm() {
        guard let next = held.first, holdTimer?.isScheduled != true else { return }
        holdTimer = reactor.schedule(at: next.until) { [weak self] in self?.releaseDue() }
    }

    /// Lets those go on that have waited long enough, whichever players have not answered.
    private func releaseDue() {
        while let next = held.first, next.until <= now {
            _ = held.popFirst()
            next.work()
        }
        arm()
    }
}
