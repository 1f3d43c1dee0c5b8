// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// Whether a convertible is folded to a tablet, from KWin, or from the kernel's switch if batond may read it
/// (rule UNDO21). It is asked only at a shake.
@MainActor
package struct TabletMode {
    private let bus: BusQuestions

    private static let deadline = Duration.milliseconds(200)

    /// - Parameter connection: to the session bus.
    package init(connection: Connection) {
        bus = BusQuestions(connection: connection)
    }

    /// Finds it out within 200 ms; nil if it is unknown.
    package func ask(then: @escaping (Bool?) -> Void) {
        bus.getAll(
            "org.kde.KWin", "/org/kde/KWin", "org.kde.KWin.TabletModeManager", within: Self.deadline
        ) { properties in
            guard properties["tabletModeAvailable"]?.asBool == true, let isOn = properties["tabletMode"]?.asBool else {
                return then(TabletSwitch.isOn())
            }
            then(isOn)
        }
    }
}
