// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
package import BatonEvents
import BatonMPRIS

/// A responder of the media window that must ask another process: it takes an event, and passes it on when the answer is no.
@MainActor
package class ChainedResponder: Responder {
    package let id: ResponderID
    package let queue: CallQueue
    /// The window it belongs to while it is in the chain.
    package weak var mediaWindow: MediaWindow?

    package init(id: ResponderID, queue: CallQueue) {
        self.id = id
        self.queue = queue
    }

    /// What people call it.
    package var identity: String { id.rawValue }
    /// MPRIS's word for what it does now: Playing, Paused, Stopped, or empty when it has not said.
    package var status: String { "" }

    package override var window: Window? { mediaWindow }
    package override var next: Responder? { mediaWindow }
    package override var canBecomeFirstResponder: Bool { true }

    /// How a command ends that was not answered in time.
    var outcomeOfSilence: Outcome { .timedOut(id) }

    /// It answered, or an error came for it.
    package func noteAnswer() {}

    /// It did not answer in time.
    func noteSilence() {}

    /// Whether the answer says that the event was handled.
    package func accepts(_ reply: Message) -> Bool { true }

    /// Seeking that this responder took the beginning of is over.
    ///
    /// - Parameter command: the end, to be finished; nil when nobody sent one.
    package func endSeeking(_ direction: SeekDirection, for command: CommandEvent?) {
        command?.finish(.handled(by: id))
    }

    /// Hands a command that this responder took, and then did not act on, to the next one.
    package final func passOn(_ command: CommandEvent) {
        command.wasPassedOn = true
        if status == PlaybackStatus.playing.rawValue { command.wasPassedOnByPlaying = true }
        super.remoteControlReceived(with: command)
    }

    /// Sends `message` and settles `command` by the answer: handled, failed, or handed on.
    ///
    /// Only what is idempotent may go to a second responder after it was sent, and only when the first one left the bus
    /// before it replied (design §4).
    package final func settle(_ command: CommandEvent, by message: Message, isIdempotent: Bool) {
        do throws(DBusError) {
            try queue.submit(message, from: command.sender) { [self] result in
                switch result {
                case .success(let reply):
                    noteAnswer()
                    if accepts(reply) { command.finish(.handled(by: id)) } else { passOn(command) }
                case .failure(let error):
                    note(error)
                    fail(command, error, isIdempotent: isIdempotent)
                }
            }
        } catch {
            command.finish(.failed(id, error))
        }
    }

    /// What an error says of whoever was asked.
    package final func note(_ error: DBusError) {
        guard !queue.isFailingWaiting else { return }
        if error.name == .timeout { noteSilence() } else { noteAnswer() }
    }

    private func fail(_ command: CommandEvent, _ error: DBusError, isIdempotent: Bool) {
        switch error.name {
        case .timeout: command.finish(outcomeOfSilence)
        // It has no such method, or was gone before it was asked: nothing was done.
        case .unknownMethod, .unknownInterface, .unknownObject, .notSupported, .serviceUnknown, .nameHasNoOwner:
            passOn(command)
        case .noReply where isIdempotent: passOn(command)
        default: command.finish(.failed(id, error))
        }
    }
}
