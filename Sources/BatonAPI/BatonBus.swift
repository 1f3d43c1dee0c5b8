// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// Names of Baton's own D-Bus API (dbus/org.baton.Baton1.*.xml).
package enum BatonBus {
    package static let name: BusName = "org.baton.Baton1"
    package static let path: ObjectPath = "/org/baton/Baton1"
    package static let application: InterfaceName = "org.baton.Baton1.Application"
    package static let responder: InterfaceName = "org.baton.Baton1.Responder"
    package static let motion: InterfaceName = "org.baton.Baton1.Motion"
    /// What a script in KWin reports to.
    package static let focus: InterfaceName = "org.baton.Baton1.FocusReport"
    /// playerctld's own interface, which the player that Baton shows has too.
    package static let playerctld: InterfaceName = "com.github.altdesktop.playerctld"
    /// Baton's version.
    package static let version = "0.1.0"
}
