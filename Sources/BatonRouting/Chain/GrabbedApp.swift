// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
package import BatonEvents

/// An old player that grabbed the media keys, as a responder: it gets keys by a signal, and never says what it does.
@MainActor
package final class GrabbedApp: ChainedResponder {
    package let owner: BusName
    /// The name it gave.
    package let application: String
    private let send: (RemoteControlSubtype) -> Void

    /// - Parameter send: tells it of the key that means the command.
    package init(owner: BusName, application: String, send: @escaping (RemoteControlSubtype) -> Void) {
        self.owner = owner
        self.application = application
        self.send = send
        let ledger = SenderLedger(limit: 0)
        // It is told by a signal, so that nothing ever waits.
        super.init(
            id: ResponderID("\(owner.rawValue)/\(application)"),
            queue: CallQueue(limit: { 1 }, ledger: ledger) { _, _ in })
    }

    package override var identity: String { application }

    package override func remoteControlReceived(with event: Event) {
        guard let command = event as? CommandEvent, let subtype = RemoteControlSubtype(rawValue: event.subtype.rawValue)
        else { return super.remoteControlReceived(with: event) }
        // What falls through is for one that is heard, and nobody knows whether this one is.
        guard !command.wasPassedOn else { return passOn(command) }
        send(subtype)
        command.finish(.handled(by: id))
    }
}
