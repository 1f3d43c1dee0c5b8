// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
import BatonReactor

/// Whether a convertible is folded to a tablet, where something tells: KWin, or the kernel's switch when it may be read
/// (spec/undo.md §7, "tablet mode"). Asked at the shake only.
@MainActor
package struct TabletMode {
    private let bus: BusQuestions

    private static let deadline = Duration.milliseconds(200)

    /// - Parameter connection: to the session bus.
    package init(connection: Connection) {
        bus = BusQuestions(connection: connection)
    }

    /// Tells it in a fifth of a second; nil where nobody knows.
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
