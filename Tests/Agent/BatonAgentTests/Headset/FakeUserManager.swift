// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// The user manager with its environment only.
final class FakeUserManager {
    /// The assignments.
    var environment: [String] = []
    /// How often it was read.
    private(set) var questions = 0
    private var request: NameRequest?

    init(on connection: Connection) {
        let property = Property("Environment", "as", emitsChange: .none) { [unowned self] () throws(DBusError) in
            questions += 1
            return .strings(environment)
        }
        connection.export(
            ExportedObject(interfaces: [Interface("org.freedesktop.systemd1.Manager", properties: [property])]),
            at: "/org/freedesktop/systemd1")
        request = connection.requestName("org.freedesktop.systemd1") { _ in }
    }
}
