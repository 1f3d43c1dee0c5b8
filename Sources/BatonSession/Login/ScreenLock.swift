// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
import BatonReactor

/// Whether a screen saver covers the session: not every locker tells logind (rule UNDO20). It is asked only at a shake.
@MainActor
package struct ScreenLock {
    private let bus: BusQuestions

    /// The screen savers in use, each at the paths where it was seen.
    private static let savers: [(BusName, ObjectPath, InterfaceName)] = [
        ("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver", "org.freedesktop.ScreenSaver"),
        ("org.freedesktop.ScreenSaver", "/ScreenSaver", "org.freedesktop.ScreenSaver"),
        ("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver", "org.gnome.ScreenSaver"),
        ("org.cinnamon.ScreenSaver", "/org/cinnamon/ScreenSaver", "org.cinnamon.ScreenSaver"),
        ("org.mate.ScreenSaver", "/org/mate/ScreenSaver", "org.mate.ScreenSaver"),
        ("org.xfce.ScreenSaver", "/org/xfce/ScreenSaver", "org.xfce.ScreenSaver"),
    ]
    /// The interfaces of the screen savers, which send the signal ActiveChanged.
    package static var interfaces: Set<InterfaceName> { Set(savers.map(\.2)) }
    private static let deadline = Duration.milliseconds(200)

    /// - Parameter connection: to the session bus.
    package init(connection: Connection) {
        bus = BusQuestions(connection: connection)
    }

    /// Finds out whether a screen saver is active, within 200 ms. One that is absent or does not answer counts as
    /// inactive.
    package func ask(then: @escaping (Bool) -> Void) {
        let deadline = bus.now + Self.deadline
        Gathering.all(Self.savers) { saver, answer in
            bus.ask(saver.0, saver.1, saver.2, "GetActive", [], by: deadline) { result in
                answer((try? result.get())?.first?.asBool ?? false)
            }
        } then: {
            then($0.contains(true))
        }
    }
}
