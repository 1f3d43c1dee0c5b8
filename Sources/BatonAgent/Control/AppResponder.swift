// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus
internal import BatonEvents

/// An app that registered over org.baton.Baton1 and exports the Responder contract (design §5).
@MainActor
final class AppResponder: ChainedResponder {
    /// How long it may take to say whether it handled an event.
    static let deadline = Duration.milliseconds(250)

    let owner: BusName
    let path: ObjectPath
    var options: AppOptions

    init(owner: BusName, path: ObjectPath, options: AppOptions, queue: CallQueue) {
        self.owner = owner
        self.path = path
        self.options = options
        super.init(id: ResponderID(owner.rawValue + path.rawValue), queue: queue)
    }

    override var identity: String { options.identity ?? id.rawValue }
    override var status: String { options.isPlaying ? "Playing" : "Stopped" }

    override var canBecomeFirstResponder: Bool { options.canBecomeFirstResponder }

    /// It may have acted: silence counts as handled (design §5).
    override var outcomeOfSilence: Outcome { .handled(by: id) }

    override func accepts(_ reply: Message) -> Bool {
        (try? reply.arguments())?.first?.asBool ?? true
    }

    override func remoteControlReceived(with event: Event) {
        guard let command = event as? CommandEvent, options.receives(event.type) else {
            super.remoteControlReceived(with: event)
            return
        }
        guard options.isPlaying || !command.wasPassedOn || !fallsThroughToPlaying(event) else {
            passOn(command)
            return
        }
        let message = Message.methodCall(
            to: owner, path: path, interface: BatonAPI.responder, member: "RemoteControlReceived")
        do throws(DBusError) {
            try message.append(.uint32(UInt32(event.subtype.rawValue)), .uint64(event.timestamp.microseconds))
            settle(command, by: message, isIdempotent: isIdempotent(event.subtype))
        } catch {
            command.finish(.failed(id, error))
        }
    }

    /// Next, Previous and seeking fall through to a playing responder only.
    private func fallsThroughToPlaying(_ event: Event) -> Bool {
        !isIdempotent(event.subtype) && event.subtype != .remoteControlTogglePlayPause
    }

    private func isIdempotent(_ subtype: EventSubtype) -> Bool {
        switch subtype {
        case .remoteControlPlay, .remoteControlPause, .remoteControlStop: true
        default: false
        }
    }
}
