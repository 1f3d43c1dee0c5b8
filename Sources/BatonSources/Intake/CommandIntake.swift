// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonDBus
package import BatonEvents
package import BatonReactor
package import BatonRouting
import SystemPackage

/// The one way in: every input's command becomes an event here and goes through ``Application/sendEvent(_:)``.
///
/// While a player that has just appeared has not told its state, commands wait for it, in order: a player that starts
/// playing gets the very next command. They wait 200 ms at most (`[routing] start-wait`), then go on with what is known.
@MainActor
package final class CommandIntake {
    private let application: AgentApplication
    private let launcher: Launcher
    /// The program that a play command starts when there is no responder (`[routing] launch`); empty for none.
    package var launch: [String] = []
    private let reactor: Reactor
    private let seeking: SeekSessions
    /// What waits, and until when at most.
    private var held = RingBuffer<(until: Duration, work: () -> Void)>()
    private var holdTimer: ReactorTimer?
    /// How long a command waits for first answers at most, from its own arrival on (`[routing] start-wait`).
    package var longestHold: Duration
    /// Whether commands wait for first answers.
    package private(set) var isHolding = false
    /// Called with each command's end.
    package var onFinish: ((CommandEvent, Outcome, _ took: Duration) -> Void)?

    package init(
        application: AgentApplication, launcher: Launcher, seeking: SeekSessions, longestHold: Duration,
        reactor: Reactor
    ) {
        self.application = application
        self.launcher = launcher
        self.seeking = seeking
        self.longestHold = longestHold
        self.reactor = reactor
    }

    private var now: Duration { reactor.now }

    /// How many commands wait.
    package var heldCount: Int { held.count }

    /// Sends a remote-control event through the chain; `completion` hears the outcome exactly once.
    package func submit(
        _ subtype: RemoteControlSubtype, input: InputKind, sender: BusName?,
        completion: @escaping (Outcome) -> Void
    ) {
        submit(CommandEvent(subtype, timestamp: now, input: input, sender: sender), completion)
    }

    /// Sends a press of a device or service through the chain.
    ///
    /// - Parameter instant: when it was pressed, by CLOCK_MONOTONIC.
    package func submit(
        _ subtype: RemoteControlSubtype, at instant: Duration, source: InputSource,
        completion: @escaping (Outcome) -> Void
    ) {
        submit(
            CommandEvent(
                subtype, timestamp: instant, input: source.kind, sender: nil, path: source.number, device: source.name),
            completion)
    }

    private func submit(_ event: CommandEvent, _ completion: @escaping (Outcome) -> Void) {
        let begun = now
        event.completion = { [self, unowned event] outcome in
            seeking.resolve(event, outcome)
            onFinish?(event, outcome, now - begun)
            completion(outcome)
        }
        perform { [self] in
            seeking.offer(event)
            if application.mediaWindow.isEmpty {
                event.finish(launchPlayer(for: event))
            } else {
                application.postEvent(event)
                application.processEvents()
            }
        }
    }

    /// With no responder at all, play starts the program the user named; it plays by itself.
    private func launchPlayer(for event: CommandEvent) -> Outcome {
        guard let subtype = RemoteControlSubtype(rawValue: event.subtype.rawValue) else {
            return .unhandled(.noResponder)
        }
        guard !launch.isEmpty, subtype == .play || subtype == .togglePlayPause, application.isEnabled(subtype) else {
            return .unhandled(application.isEnabled(subtype) ? .noResponder : .disabled)
        }
        do throws(Errno) {
            try launcher.start(launch)
            return .handled(by: ResponderID(launch[0]))
        } catch {
            return .failed(ResponderID(launch[0]), DBusError(.failed, "cannot start '\(launch[0])': \(error)"))
        }
    }

    /// Does `work` in turn with the commands: at once, or after those that wait.
    package func perform(_ work: @escaping () -> Void) {
        guard isHolding || !held.isEmpty else { return work() }
        held.append((now + longestHold, work))
        arm()
    }

    /// Starts or ends holding; what was held goes on in the order it came.
    package func setHolding(_ isHolding: Bool) {
        self.isHolding = isHolding
        while !self.isHolding, let next = held.popFirst() { next.work() }
        if held.isEmpty { holdTimer?.cancel() }
    }

    /// The agent is over: what waits is not done any more.
    package func close() {
        holdTimer?.cancel()
        held = RingBuffer()
        isHolding = false
    }

    private func arm() {
        guard let next = held.first, holdTimer?.isScheduled != true else { return }
        holdTimer = reactor.schedule(at: next.until) { [weak self] in self?.releaseDue() }
    }

    /// What has waited long enough goes on, whoever has not answered yet.
    private func releaseDue() {
        while let next = held.first, next.until <= now {
            _ = held.popFirst()
            next.work()
        }
        arm()
    }
}
