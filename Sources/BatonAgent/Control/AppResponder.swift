// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus
internal import BatonEvents

/// An app that registered over org.baton.Baton1 and exports the Responder contract.
@MainActor
final class AppResponder: ChainedResponder {
    let owner: BusName
    let path: ObjectPath
    var options: AppOptions

    init(owner: BusName, path: ObjectPath, options: AppOptions, queue: CallQueue) {
        self.owner = owner
        self.path = path
        self.options = options
        super.init(id: Self.id(owner: owner, path: path), queue: queue)
    }

    static func id(owner: BusName, path: ObjectPath) -> ResponderID {
        ResponderID(owner.rawValue + path.rawValue)
    }

    override var identity: String { options.identity ?? id.rawValue }
    override var status: String { options.isPlaying ? "Playing" : "Stopped" }

    override var canBecomeFirstResponder: Bool { options.canBecomeFirstResponder }

    override func remoteControlReceived(with event: Event) {
        guard let command = event as? CommandEvent, options.receives(event.type),
            !needsPlaying(command) || options.isPlaying || !command.wasPassedOn
        else {
            super.remoteControlReceived(with: event)
            return
        }
        let passOn = { [self] in
            command.wasPassedOn = true
            super.remoteControlReceived(with: command)
        }
        let message = Message.methodCall(
            to: owner, path: path, interface: BatonAPI.responder, member: "RemoteControlReceived")
        do {
            try message.append(.uint32(UInt32(event.subtype.rawValue)), .uint64(event.timestamp.microseconds))
        } catch {
            command.finish(.failed(id, error))
            return
        }
        settle(
            command, by: message, isIdempotent: isIdempotent(event.subtype),
            accept: { reply in (try? reply.arguments())?.first?.asBool ?? true },
            // It may have acted: silence counts as handled (design §5).
            onTimeout: { [id] in .handled(by: id) },
            passOn: passOn)
    }

    /// Next, Previous and seeking fall through to a playing responder only.
    private func needsPlaying(_ command: CommandEvent) -> Bool {
        switch command.subtype {
        case .remoteControlPlay, .remoteControlPause, .remoteControlStop, .remoteControlTogglePlayPause: false
        default: true
        }
    }

    private func isIdempotent(_ subtype: EventSubtype) -> Bool {
        switch subtype {
        case .remoteControlPlay, .remoteControlPause, .remoteControlStop: true
        default: false
        }
    }
}
