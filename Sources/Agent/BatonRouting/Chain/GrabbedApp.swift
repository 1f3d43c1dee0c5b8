// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
package import BatonEvents

/// An old player that grabbed the media keys, as a responder: it gets keys by a signal, and does not report its status.
@MainActor
package final class GrabbedApp: ChainedResponder {
    package let owner: BusName
    /// The name that the player gave in its call.
    package let application: String
    private let send: (RemoteControlSubtype) -> Void

    /// - Parameter send: sends the player the key for a command.
    package init(owner: BusName, application: String, send: @escaping (RemoteControlSubtype) -> Void) {
        self.owner = owner
        self.application = application
        self.send = send
        let ledger = SenderLedger(limit: 0)
        // Keys go out as signals, so no call ever waits in the queue.
        super.init(
            id: ResponderID("\(owner.rawValue)/\(application)"),
            queue: CallQueue(limit: { 1 }, ledger: ledger) { _, _ in })
    }

    package override var identity: String { application }

    package override func remoteControlReceived(with event: Event) {
        guard let event = event as? CommandEvent else { return super.remoteControlReceived(with: event) }
        // Commands fall through only to a responder that plays, and it is unknown whether this player does.
        guard !event.wasPassedOn else { return passOn(event) }
        send(event.command)
        event.finish(.handled(by: id))
    }
}
