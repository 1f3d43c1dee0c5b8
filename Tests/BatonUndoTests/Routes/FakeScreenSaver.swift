// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport

/// The D-Bus interface of GNOME's screen shield.
@MainActor
final class FakeScreenSaver {
    static let name: BusName = "org.gnome.ScreenSaver"
    static let path: ObjectPath = "/org/gnome/ScreenSaver"
    static let interface: InterfaceName = "org.gnome.ScreenSaver"

    private(set) var isThere = false
    private(set) var isActive = false
    private let connection: Connection
    private var request: NameRequest?

    init(on connection: Connection) {
        self.connection = connection
        let getActive = Method("GetActive", in: [], out: [Argument("active", "b")]) { [weak self] call in
            call.reply(.boolean(self?.isActive ?? false))
        }
        connection.export(
            ExportedObject(interfaces: [Interface(Self.interface, methods: [getActive])]), at: Self.path)
    }

    /// Owns the name.
    func appear() {
        request = connection.requestName(Self.name) { [weak self] in self?.isThere = $0 == .owned }
    }

    /// Covers or uncovers the screen, and sends the signal.
    func cover(_ isActive: Bool) throws {
        self.isActive = isActive
        try FakeLogin.signal(Self.interface, "ActiveChanged", at: Self.path, [.boolean(isActive)], from: connection)
    }
}
