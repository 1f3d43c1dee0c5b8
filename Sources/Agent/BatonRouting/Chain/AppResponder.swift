// SPDX-License-Identifier: Apache-2.0

import BatonAPI
package import BatonDBus
package import BatonEvents
import BatonProcesses
import BatonReactor

/// An app that registered over org.baton.Baton1 and exports org.baton.Baton1.Responder (docs/dbus-api.md).
@MainActor
package final class AppResponder: ChainedResponder {
    package let owner: BusName
    package let path: ObjectPath
    package var options: AppOptions
    /// The app's process; nil until the bus has answered.
    package var process: UInt32?
    private let connection: Connection
    private let queues: CallQueues
    /// How many calls in a row the app has not answered in time.
    private var silences = 0

    /// After this number of unanswered calls the app is suspect: it is skipped until a message comes from it. Larger: a
    /// hung app delays more commands, each by `[routing] app-timeout`.
    private static let mostSilences = 3

    package init(owner: BusName, path: ObjectPath, options: AppOptions, queues: CallQueues, connection: Connection) {
        self.connection = connection
        self.queues = queues
        self.owner = owner
        self.path = path
        self.options = options
        super.init(id: ResponderID(owner.rawValue + path.rawValue), queue: queues.makeAppQueue())
    }

    package override var identity: String { options.identity ?? id.rawValue }
    package override var address: BusName? { owner }
    package override var status: String { options.isPlaying ? "Playing" : "Stopped" }

    package override var canBecomeFirstResponder: Bool { options.canBecomeFirstResponder }

    /// Handled: an app that does not answer in time may have acted (docs/dbus-api.md).
    package override var outcomeOfSilence: Outcome { .handled(by: id) }

    /// Whether the app is skipped.
    package var isSuspect: Bool { silences >= Self.mostSilences }

    /// The app answered, or called a method of Baton.
    package override func noteAnswer() { setSilences(0) }

    package override func noteSilence() { setSilences(silences + 1) }

    private func setSilences(_ count: Int) {
        let wasSuspect = isSuspect
        silences = min(count, Self.mostSilences)
        guard isSuspect != wasSuspect else { return }
        mediaWindow?.change { $0.setSuspect(isSuspect, for: id) }
        // The waiting calls have not been sent, so the next responder may get their events.
        if isSuspect { queue.failWaiting(DBusError(.serviceUnknown, "\(id) does not answer")) }
    }

    package override func accepts(_ reply: Message) -> Bool {
        (try? Self.remoteControlReceived.results(of: reply)) ?? true
    }

    package override func remoteControlReceived(with event: Event) {
        guard let command = event as? CommandEvent, options.receives(event.type) else {
            super.remoteControlReceived(with: event)
            return
        }
        let needsPlaying = command.wasPassedOn && fallsThroughToPlaying(event) || command.wasPassedOnByPlaying
        guard options.isPlaying || !needsPlaying else {
            passOn(command)
            return
        }
        // Appending two numbers does not fail.
        guard let message = try? question(Self.remoteControlReceived, event.subtype.rawValue, at: event.timestamp)
        else { return passOn(command) }
        settle(command, by: message, isIdempotent: isIdempotent(event.subtype))
    }

    /// Asks the app whether it handles an event: its subtype and the time.
    typealias Question = MethodForm<(UInt32, UInt64), Bool>

    // Kept, because commands use it.
    static let remoteControlReceived: Question = ResponderInterface.remoteControlReceived.form

    /// A call to the app's Responder interface.
    func question(_ form: Question, _ subtype: Int, at instant: Duration) throws(DBusError) -> Message {
        try form.call((UInt32(subtype), instant.microseconds), of: owner, at: path)
    }

    package override func endSeeking(_ direction: SeekDirection, for command: CommandEvent?) {
        let instant = command?.timestamp ?? connection.reactor.now
        do throws(DBusError) {
            let message = try question(Self.remoteControlReceived, direction.end.rawValue, at: instant)
            try queue.submit(message, from: command?.sender) { [self] result in
                switch result {
                case .success(let reply):
                    noteAnswer()
                    command?.finish(accepts(reply) ? .handled(by: id) : .unhandled(.declined))
                case .failure(let error):
                    note(error)
                    command?.finish(error.name == .timeout ? outcomeOfSilence : .failed(id, error))
                }
            }
        } catch {
            command?.finish(.failed(id, error))
        }
    }

    /// Whether the event falls through only to a responder that plays: Next, Previous and seeking (rule MPRIS22).
    private func fallsThroughToPlaying(_ event: Event) -> Bool {
        !isIdempotent(event.subtype) && event.subtype != .remoteControlTogglePlayPause
    }

    private func isIdempotent(_ subtype: EventSubtype) -> Bool {
        switch subtype {
        case .remoteControlPlay, .remoteControlPause, .remoteControlStop: true
        default: false
        }
    }

    // MARK: Interruptions

    /// Tells the app that an interruption holds it. No answer is awaited (rule I15).
    package func interruptionBegan(_ id: UInt32, _ source: String) {
        tell(ResponderInterface.interruptionBegan.form, (id, source, connection.reactor.now.microseconds))
    }

    /// Tells the app the end of an interruption of which it was told.
    package func interruptionEnded(_ id: UInt32, shouldResume: Bool) {
        tell(ResponderInterface.interruptionEnded.form, (id, shouldResume, connection.reactor.now.microseconds))
    }

    private func tell<Arguments>(_ form: MethodForm<Arguments, Void>, _ content: Arguments) {
        // Numbers and words of Baton's own can always be appended.
        guard let message = try? form.call(content, of: owner, at: path) else { return }
        connection.send(message)
    }

    // MARK: Motion

    /// Whether the process of the window in front is the app's process or one of its ancestors.
    func isOrBelongs(to process: UInt32) -> Bool {
        guard var own = self.process else { return false }
        // Chains of parents are short. The bound is for wrong data in /proc.
        for _ in 0..<64 where own > 1 {
            if own == process { return true }
            guard let parent = ProcessFiles(of: own)?.parent else { return false }
            own = parent
        }
        return false
    }

    package override func motionBegan(_ motion: EventSubtype, with event: Event) {
        ask(ResponderInterface.motionBegan.form, event) { super.motionBegan(motion, with: event) }
    }

    package override func motionEnded(_ motion: EventSubtype, with event: Event) {
        ask(ResponderInterface.motionEnded.form, event) { super.motionEnded(motion, with: event) }
    }

    package override func motionCancelled(_ motion: EventSubtype, with event: Event) {
        ask(ResponderInterface.motionCancelled.form, event) { super.motionCancelled(motion, with: event) }
    }

    /// Asks whether the app handles the phase. Without an answer in time it does not (docs/dbus-api.md).
    private func ask(_ form: Question, _ event: Event, passOn: @escaping () -> Void) {
        guard let motion = event as? MotionEvent, options.receives(.motion),
            let message = try? question(form, event.subtype.rawValue, at: event.timestamp)
        else { return passOn() }
        connection.call(message, within: queues.appDeadline) { [self] result in
            if case .failure(let error) = result, error.name == .timeout { noteSilence() } else { noteAnswer() }
            guard case .success(let reply) = result, (try? form.results(of: reply)) == true else {
                return passOn()
            }
            motion.finish(.handled(by: id))
        }
    }
}
