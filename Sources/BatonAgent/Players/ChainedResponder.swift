// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus
internal import BatonEvents

/// A responder of the media window that must ask another process: it takes an event, and passes it on when the answer is no.
@MainActor
class ChainedResponder: Responder {
    let id: ResponderID
    let queue: CallQueue
    /// The window it belongs to while it is in the chain.
    weak var mediaWindow: MediaWindow?

    init(id: ResponderID, queue: CallQueue) {
        self.id = id
        self.queue = queue
    }

    /// What people call it.
    var identity: String { id.rawValue }
    /// MPRIS's word for what it does now: Playing, Paused, Stopped, or empty when it has not said.
    var status: String { "" }

    override var window: Window? { mediaWindow }
    override var next: Responder? { mediaWindow }
    override var canBecomeFirstResponder: Bool { true }

    /// Sends `message` and settles `event` by the answer; `passOn` continues the walk.
    ///
    /// Only what is idempotent may go to a second responder after it was sent, and only when the first one left the bus
    /// before it replied (design §4).
    func settle(
        _ event: CommandEvent, by message: Message, isIdempotent: Bool,
        accept: @escaping (Message) -> Bool = { _ in true }, onTimeout: @escaping () -> Outcome,
        passOn: @escaping () -> Void
    ) {
        let id = id
        do {
            try queue.submit(message, from: event.sender) { result in
                switch result {
                case .success(let reply):
                    if accept(reply) { event.finish(.handled(by: id)) } else { passOn() }
                case .failure(let error):
                    switch error.name {
                    case .timeout: event.finish(onTimeout())
                    case .unknownMethod, .unknownInterface, .unknownObject, .notSupported, .serviceUnknown, .nameHasNoOwner:
                        passOn()
                    case .noReply where isIdempotent: passOn()
                    default: event.finish(.failed(id, error))
                    }
                }
            }
        } catch {
            event.finish(.failed(id, error))
        }
    }
}
