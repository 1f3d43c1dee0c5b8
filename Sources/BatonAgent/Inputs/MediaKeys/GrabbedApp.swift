// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus
internal import BatonEvents

/// An old player that grabbed the media keys, as a responder: it gets keys by a signal, and never says what it does.
@MainActor
final class GrabbedApp: ChainedResponder {
    let owner: BusName
    /// The name it gave.
    let application: String
    private let send: (MediaKey) -> Void

    /// - Parameter send: tells it of a key.
    init(owner: BusName, application: String, send: @escaping (MediaKey) -> Void) {
        self.owner = owner
        self.application = application
        self.send = send
        let ledger = SenderLedger(limit: 0)
        // It is told by a signal, so that nothing ever waits.
        super.init(
            id: ResponderID("\(owner.rawValue)/\(application)"),
            queue: CallQueue(limit: { 1 }, ledger: ledger) { _, _ in })
    }

    override var identity: String { application }

    override func remoteControlReceived(with event: Event) {
        guard let command = event as? CommandEvent, let subtype = RemoteControlSubtype(rawValue: event.subtype.rawValue)
        else { return super.remoteControlReceived(with: event) }
        // What falls through is for one that is heard, and nobody knows whether this one is.
        guard !command.wasPassedOn else { return passOn(command) }
        if let key = MediaKey(subtype) { send(key) }
        command.finish(.handled(by: id))
    }
}
