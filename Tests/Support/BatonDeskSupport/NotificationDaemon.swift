// SPDX-License-Identifier: Apache-2.0

import BatonDBus
package import BatonTestSupport
import Foundation
import Testing

/// A real notification daemon, and the ways in which a user answers it.
@MainActor
package final class NotificationDaemon {
    package enum Kind { case dunst, mako, xfce }

    package let process: ChildProcess
    private let kind: Kind
    private unowned let desk: OfferDesk
    private var helpers: [ChildProcess] = []

    package init(_ kind: Kind, on desk: OfferDesk) throws {
        self.kind = kind
        self.desk = desk
        switch kind {
        case .dunst:
            // dunst draws no buttons: the other choices are in a menu, which a program like dmenu shows.
            let menu = "\(desk.directory)/menu"
            try "#!/bin/sh\ngrep -m 1 -i \"$(cat '\(desk.directory)/wanted')\"\n"
                .write(toFile: menu, atomically: false, encoding: .utf8)
            chmod(menu, 0o755)
            let file = "\(desk.directory)/dunstrc"
            try "[global]\n    dmenu = \(menu)\n    width = 300\n    origin = top-right\n    follow = none\n"
                .write(toFile: file, atomically: false, encoding: .utf8)
            process = try desk.start(["dunst", "-conf", file])
        case .mako:
            let file = "\(desk.directory)/makorc"
            try "default-timeout=8000\n[mode=quiet]\ninvisible=1\n".write(
                toFile: file, atomically: false, encoding: .utf8)
            chmod(file, 0o644)
            process = try desk.start(["mako", "-c", file])
        case .xfce:
            let settings = try desk.start([try Self.program("xfconf/xfconfd")])
            helpers = [settings]
            try desk.wait(for: "org.xfce.Xfconf", of: settings)
            let launcher = try desk.start(["/usr/libexec/at-spi-bus-launcher", "--launch-immediately"])
            helpers.append(launcher)
            try desk.wait(for: "org.a11y.Bus", of: launcher)
            process = try desk.start([try Self.program("notifyd/xfce4-notifyd")])
        }
        try desk.wait(for: "org.freedesktop.Notifications", of: process)
    }

    /// Xfce's service is not in PATH, but in the directory of the architecture's libraries.
    private static func program(_ path: String) throws -> String {
        let libraries = try FileManager.default.contentsOfDirectory(atPath: "/usr/lib")
        return try #require(
            libraries.map { "/usr/lib/\($0)/xfce4/\(path)" }.first { FileManager.default.isExecutableFile(atPath: $0) },
            "\(path) is not installed")
    }

    /// The number of notifications on the screen.
    package func count(_ place: String = "displayed") throws -> Int {
        let text = try #require(try desk.run(["dunstctl", "count", place]))
        return Int(text.filter(\.isNumber)) ?? -1
    }

    /// Waits until a notification is on the screen.
    package func waitForNotification() throws {
        switch kind {
        case .dunst: try #require(desk.turn { (try? self.count()) == 1 })
        case .mako: try #require(desk.poll(["makoctl", "list"]) { $0.contains("Undo") })
        case .xfce: _ = try AccessibleButton.find("Undo", of: "notifyd", on: desk)
        }
    }

    /// A click on the notification itself.
    package func click() throws {
        switch kind {
        case .dunst: _ = try #require(try desk.run(["dunstctl", "action", "0"]))
        case .mako: _ = try #require(try desk.run(["makoctl", "invoke"]))
        case .xfce: Issue.record("xfce4-notifyd has no default action")
        }
    }

    /// The same by the daemon's own interface, without the time that a program takes to start.
    package func clickAtOnce() {
        let message =
            kind == .dunst
            ? Message.methodCall(
                to: "org.freedesktop.Notifications", path: "/org/freedesktop/Notifications",
                interface: "org.dunstproject.cmd0", member: "NotificationAction")
            : Message.methodCall(
                to: "org.freedesktop.Notifications", path: "/fr/emersion/Mako", interface: "fr.emersion.Mako",
                member: "InvokeAction")
        // Both are well-formed.
        try? message.append(contentsOf: kind == .dunst ? [.uint32(0)] : [.uint32(0), .string("default")])
        desk.connection.send(message)
    }

    /// The user chooses a label: from the menu, by a command, or with the mouse on a button.
    package func choose(_ label: String) throws {
        switch kind {
        case .dunst:
            try label.write(toFile: "\(desk.directory)/wanted", atomically: false, encoding: .utf8)
            _ = try #require(try desk.run(["dunstctl", "context"]))
        case .mako: _ = try #require(try desk.run(["makoctl", "invoke", label.lowercased()]))
        case .xfce:
            let (x, y) = try AccessibleButton.find(label, of: "notifyd", on: desk)
            _ = try #require(try desk.run(["xdotool", "mousemove", "\(x)", "\(y)", "sleep", "0.2", "click", "1"]))
        }
    }

    package func dismiss() throws {
        _ = try #require(try desk.run(kind == .mako ? ["makoctl", "dismiss"] : ["dunstctl", "close"]))
    }

    /// Do-not-disturb.
    package func setQuiet(_ isQuiet: Bool) throws {
        switch kind {
        case .dunst: _ = try #require(try desk.run(["dunstctl", "set-paused", "\(isQuiet)"]))
        case .mako: _ = try #require(try desk.run(["makoctl", "mode", isQuiet ? "-a" : "-r", "quiet"]))
        case .xfce: Issue.record("not known how")
        }
    }
}
