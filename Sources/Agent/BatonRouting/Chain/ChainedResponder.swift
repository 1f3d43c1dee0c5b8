// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
package import BatonEvents
import BatonMPRIS

/// A responder of the media window that asks another process: it takes an event, and passes it on if the answer is no.
@MainActor
package class ChainedResponder: Responder {
    package let id: ResponderID
    package let queue: CallQueue
    /// The window while the responder is in its chain; else nil.
    package var mediaWindow: MediaWindow? {
        get { windowLink?.window }
        set { windowLink = newValue?.link }
    }
    // Needs no check at run time: nothing else runs while it is read or changed.
    @exclusivity(unchecked) private var windowLink: MediaWindowLink?

    package init(id: ResponderID, queue: CallQueue) {
        self.id = id
        self.queue = queue
    }

    /// The name that is shown to people.
    package var identity: String { id.rawValue }
    /// The `PlaybackStatus` of MPRIS: Playing, Paused, Stopped; empty if it is unknown.
    package var status: String { "" }
    package var plays: Bool { status == PlaybackStatus.playing.rawValue }

    package override var window: Window? { mediaWindow }
    package override var next: Responder? { mediaWindow }
    package override var canBecomeFirstResponder: Bool { true }

    /// The connection that its calls go to; nil if it has none of its own.
    package var address: BusName? { nil }

    /// The outcome of a command that was not answered in time.
    var outcomeOfSilence: Outcome { .timedOut(id) }

    /// Called when the process has answered, also with an error.
    package func noteAnswer() {}

    /// Called when the process did not answer in time.
    func noteSilence() {}

    /// Whether a reply says that the event was handled.
    package func accepts(_ reply: Message) -> Bool { true }

    /// Ends seeking of which this responder took the beginning.
    ///
    /// - Parameter command: the end command, which the method finishes; nil if no end command was sent.
    package func endSeeking(_ direction: SeekDirection, for command: CommandEvent?) {
        command?.finish(.handled(by: id))
    }

    /// Passes a command that this responder took, but did not act on, to the next responder.
    ///
    /// - Parameter hasLeft: whether it has left the bus, and so plays no more: a Play may start another one.
    package final func passOn(_ command: CommandEvent, hasLeft: Bool = false) {
        command.wasPassedOn = true
        let isMeant = !hasLeft || command.subtype != .remoteControlPlay
        if isMeant, plays { command.wasPassedOnByPlaying = true }
        super.remoteControlReceived(with: command)
    }

    /// Sends `message` and finishes `command` by the reply, or passes it on.
    ///
    /// Errors that say that nothing was done pass the command on (rule MPRIS24). Any other command that was sent goes
    /// to a second responder only if it is idempotent and the first one left the bus before it replied (rule MPRIS25).
    ///
    /// - Parameter done: called when the responder has handled it.
    package final func settle(
        _ command: CommandEvent, by message: Message, isIdempotent: Bool, done: (() -> Void)? = nil
    ) {
        do throws(DBusError) {
            try queue.submit(message, from: command.sender) { [self] result in
                switch result {
                case .success(let reply):
                    noteAnswer()
                    guard accepts(reply) else { return passOn(command) }
                    done?()
                    command.finish(.handled(by: id))
                case .failure(let error):
                    note(error)
                    fail(command, error, isIdempotent: isIdempotent)
                }
            }
        } catch {
            command.finish(.failed(id, error))
        }
    }

    /// Notes an error as an answer, or as a missing answer.
    package final func note(_ error: DBusError) {
        guard !queue.isFailingWaiting else { return }
        if error.name == .timeout { noteSilence() } else { noteAnswer() }
    }

    private func fail(_ command: CommandEvent, _ error: DBusError, isIdempotent: Bool) {
        switch error.name {
        case .timeout: command.finish(outcomeOfSilence)
        case .serviceUnknown, .nameHasNoOwner: passOn(command, hasLeft: true)
        case .noReply where isIdempotent: passOn(command, hasLeft: true)
        case _ where error.saysNothingWasDone: passOn(command)
        default: command.finish(.failed(id, error))
        }
    }
}
