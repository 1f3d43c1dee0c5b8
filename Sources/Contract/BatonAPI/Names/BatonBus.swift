// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// The names of Baton's own D-Bus API (dbus/org.baton.Baton1.*.xml), and of Baton itself. The members have an enum for each interface.
package enum BatonBus {
    package static let name: BusName = "org.baton.Baton1"
    package static let path: ObjectPath = "/org/baton/Baton1"
    package static let application: InterfaceName = "org.baton.Baton1.Application"
    package static let responder: InterfaceName = "org.baton.Baton1.Responder"
    package static let motion: InterfaceName = "org.baton.Baton1.Motion"
    package static let interruptions: InterfaceName = "org.baton.Baton1.Interruptions"
    /// The interface that a script in KWin calls.
    package static let focus: InterfaceName = "org.baton.Baton1.FocusReport"
    /// playerctld's own interface, which the player that Baton shows has too.
    package static let playerctld: InterfaceName = "com.github.altdesktop.playerctld"
    /// The application's identifier: the base name of its desktop file, and the name that portals know.
    package static let applicationID = "org.baton.Baton"
    /// The unit of batond. Portals take the application's identifier from it.
    package static let unit = "app-org.baton.Baton.service"
    /// What the names of the players that baton-mqtt makes of followed machines begin with, behind MPRIS's prefix (rule MPRIS107).
    package static let machines = "household."
    /// Baton's version; `batond --version` and `batonctl --version` print it.
    package static let version = "0.1.0"
}
