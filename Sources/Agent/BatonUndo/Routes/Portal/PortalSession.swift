// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonKeysLink
import BatonSession

/// A session of the RemoteDesktop portal: it presses keys and reports the session's end (rules UNDO33 and UNDO36).
@MainActor
final class PortalSession {
    /// The unique name of the portal that made the session; only its signals count.
    let portal: BusName
    let path: ObjectPath
    /// Called when the desktop has ended the session: the screen was locked, or the user stopped it.
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

    /// Ends the session. The desktop releases the keys that are down.
    func close() {
        guard match != nil else { return }
        forget()
        connection.send(Message.methodCall(to: portal, path: path, interface: Self.interface, member: "Close"))
    }

    /// Stops listening to signals of the session.
    func forget() {
        match?.cancel()
        match = nil
    }

    /// Presses or releases a key by its X11 keysym. It answers within a second.
    func notify(_ keysym: Int32, isDown: Bool, then: @escaping (DBusError?) -> Void) {
        let message = Message.methodCall(
            to: portal, path: DesktopPortal.path, interface: RemoteDesktopPortal.interface,
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

/// The X11 keysyms of the chords that undo and redo.
enum PortalKeys {
    static let shift: Int32 = 0xFFE1
    private static let control: Int32 = 0xFFE3
    private static let alternate: Int32 = 0xFFE9
    private static let backspace: Int32 = 0xFF08
    private static let undo: Int32 = 0xFF65
    private static let redo: Int32 = 0xFF66
    private static let y: Int32 = 0x79
    private static let z: Int32 = 0x7A

    /// The keys of a chord in the order of pressing; they are released in reverse order.
    static func keys(of chord: KeyChord) -> [Int32] {
        switch chord {
        case .controlZ: [control, z]
        case .controlShiftZ: [control, shift, z]
        case .controlY: [control, y]
        case .alternateBackspace: [alternate, backspace]
        case .undoKey: [undo]
        case .redoKey: [redo]
        }
    }
}
