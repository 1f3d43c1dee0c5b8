// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// The running KWin, if there is one.
enum KWinSession {
    /// Whether the virtual desktops are in one column: then KWin has no use for three fingers to the left and right.
    static var hasOneColumn: Bool {
        guard let count = number("count"), let rows = number("rows") else { return false }
        return count == rows
    }

    /// Has KWin read `kwinrc` again, and start the scripts that are enabled there.
    static func reconfigure() { call("/KWin", "org.kde.KWin", "reconfigure") }

    /// Has KWin run Baton's script now, unless it does.
    ///
    /// In the first 20 s after its start `reconfigure` does not see new scripts: KPackage answers from what it has read then.
    ///
    /// - Parameter path: The script's code.
    static func run(script path: String) {
        let member: MemberName = path.hasSuffix(".qml") ? "loadDeclarativeScript" : "loadScript"
        call("/Scripting", "org.kde.kwin.Scripting", member, .string(path), .string(identifier))
        call("/Scripting", "org.kde.kwin.Scripting", "start")
    }

    /// Ends Baton's script.
    static func unloadScript() { call("/Scripting", "org.kde.kwin.Scripting", "unloadScript", .string(identifier)) }

    private static let identifier = "baton-gestures"

    private static func call(
        _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName, _ arguments: Value...
    ) {
        guard let session = try? BusSession() else { return }
        let message = Message.methodCall(to: "org.kde.KWin", path: path, interface: interface, member: member)
        guard (try? message.append(contentsOf: arguments)) != nil else { return }
        _ = try? session.call(message, within: .seconds(2)).get()
    }

    private static func number(_ property: String) -> UInt32? {
        guard let session = try? BusSession() else { return nil }
        let message = Message.methodCall(
            to: "org.kde.KWin", path: "/VirtualDesktopManager", interface: .properties,
            member: "Get")
        guard (try? message.append(.string("org.kde.KWin.VirtualDesktopManager"))) != nil,
            (try? message.append(.string(property))) != nil,
            let answer = try? session.call(message, within: .seconds(2)).get(),
            case .variant(.uint32(let number)) = (try? answer.arguments())?.first
        else { return nil }
        return number
    }
}
