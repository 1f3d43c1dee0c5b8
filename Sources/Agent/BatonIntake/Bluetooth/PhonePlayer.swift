// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMPRIS
import BatonReactor

/// The player that stands for a phone on the session bus (rule BLUEZ20).
///
/// It has a connection of its own, because each player has the same path. So it is a player like any other, also to other
/// programs, and all that Baton does with players works with it.
@MainActor
final class PhonePlayer {
    static let interface: InterfaceName = "org.bluez.MediaPlayer1"
    /// How long bluetoothd may take to pass a press on. It does not wait for the phone.
    private static let deadline = Duration.seconds(1)

    let name: BusName
    private let connection: Connection
    private let published: PublishedPlayer
    private let system: Connection
    private let owner: BusName
    /// The object of bluetoothd that gets the commands.
    var target: ObjectPath
    private var shown: PhoneState?

    /// - Parameters:
    ///   - name: its name on the session bus.
    ///   - identity: the name for people.
    ///   - connection: a connection of its own to the session bus; it is opened and closed here.
    ///   - target: the object of bluetoothd.
    ///   - system: the system bus, where bluetoothd is.
    ///   - owner: bluetoothd.
    init(
        _ name: BusName, identity: String, on connection: Connection, target: ObjectPath, system: Connection,
        owner: BusName
    ) {
        self.name = name
        self.connection = connection
        self.target = target
        self.system = system
        self.owner = owner
        published = PublishedPlayer(name: name, identity: identity, on: connection)
        published[.canSeek] = .boolean(false)
        published.onCommand = { [weak self] in self?.perform($0, $1) }
    }

    /// Leaves the bus, which tells callers that wait for an answer at once that there will be none.
    func leave() {
        published.withdraw()
        connection.close()
    }

    /// Comes to the bus, and shows what the phone does.
    func begin(_ state: PhoneState) {
        show(state)
        published.publish()
        // Without a session bus Baton itself would not run.
        try? connection.open()
    }

    /// Shows what the phone does.
    func show(_ state: PhoneState) {
        guard shown != state else { return }
        let former = shown
        shown = state
        if former?.track != state.track { published.metadata = state.metadata }
        published.status = state.status
        guard let position = state.position else { return }
        if former == nil { published.position = position } else { published.seeked(to: position) }
    }

    private func perform(_ method: PlayerMethod, _ call: Invocation) {
        let member: MemberName
        switch method {
        case .play: member = "Play"
        case .pause: member = "Pause"
        case .playPause: member = published.status == .playing ? "Pause" : "Play"
        case .stop: member = "Stop"
        case .next: member = "Next"
        case .previous: member = "Previous"
        default: return call.fail(DBusError(.notSupported, "a phone cannot do '\(method.name)'"))
        }
        let message = Message.methodCall(to: owner, path: target, interface: Self.interface, member: member)
        system.call(message, within: Self.deadline) { result in
            switch result {
            case .success: call.reply()
            case .failure(let error): call.fail(error)
            }
        }
    }
}
