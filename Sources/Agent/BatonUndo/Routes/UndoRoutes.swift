// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
package import BatonKeysLink
package import BatonSession

/// The ways by which Undo can reach an app.
@MainActor
package enum UndoRoutes {
    /// All routes. ``UndoDelivery/order`` decides which are tried.
    ///
    /// - Parameter redoChord: returns the chord that redoes in an app.
    package static func all(
        connection: Connection, keys: KeysSupervisor, portal: RemoteDesktopPortal, environment: SessionEnvironment,
        redoChord: @escaping (FocusedApp) -> KeyChord
    ) -> [any UndoRoute] {
        [
            GTKActionsRoute(connection: connection), AccessibilityRoute(connection: connection),
            KeysRoute(.x11, helper: keys, environment: environment, redoChord: redoChord),
            KeysRoute(.wayland, helper: keys, environment: environment, redoChord: redoChord),
            PortalRoute(portal, helper: keys, environment: environment, redoChord: redoChord),
            KeysRoute(.uinput, helper: keys, environment: environment, redoChord: redoChord),
        ]
    }
}
