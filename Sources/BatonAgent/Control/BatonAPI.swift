// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus

/// The names of Baton's own D-Bus API (dbus/org.baton.Baton1.*.xml).
enum BatonAPI {
    static let busName: BusName = "org.baton.Baton1"
    static let path: ObjectPath = "/org/baton/Baton1"
    static let application: InterfaceName = "org.baton.Baton1.Application"
    static let responder: InterfaceName = "org.baton.Baton1.Responder"
    static let motion: InterfaceName = "org.baton.Baton1.Motion"
    static let version = CommandLineText.version
}
