// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus

/// A session of the RemoteDesktop portal (spec/undo.md §5): its keys, and the word that it has ended.
@MainActor
final class PortalSession {
    /// Who gave it; only its signals count.
    let portal: BusName
    let path: ObjectPath
    /// The desktop has ended it: the screen is locked, or the user has had enough.
    var onClosed: (() -> Void)?

    private let connection: Connection
    private var match: Match?

    private static let interface: InterfaceName = "org.freedesktop.portal.Session"
    private static let keyDeadline = Duration.seconds(1)

    init(_ path: ObjectPath, of portal: BusName, connection: Connection) {
        self.path = path
        self.portal = portal
        self.connection = connection
        match = connection.addMatch(
            MatchRule(sender: portal, path: path, interface: Self.interface, member: "Closed")
        ) { [weak self] message in
            guard let self, message.sender == portal else { return }
            forget()
            onClosed?()
        }
    }

    /// Ends it; keys that are down go up with it.
    func close() {
        guard match != nil else { return }
        forget()
        connection.send(Message.methodCall(to: portal, path: path, interface: Self.interface, member: "Close"))
    }

    /// It has ended: nothing that is said about it counts any more.
    func forget() {
        match?.cancel()
        match = nil
    }

    /// Presses or releases a key, by its X11 keysym. Answers within a second.
    func notify(_ keysym: Int32, isDown: Bool, then: @escaping (DBusError?) -> Void) {
        let message = Message.methodCall(
            to: portal, path: RemoteDesktopPortal.path, interface: RemoteDesktopPortal.interface,
            member: "NotifyKeyboardKeysym")
        do throws(DBusError) {
            try message.append(.objectPath(path), .vardict([]), .int32(keysym), .uint32(isDown ? 1 : 0))
        } catch {
            return then(error)
        }
        connection.call(message, within: Self.keyDeadline) { result in
            if case .failure(let error) = result { then(error) } else { then(nil) }
        }
    }
}
