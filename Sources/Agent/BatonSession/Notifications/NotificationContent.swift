// SPDX-License-Identifier: Apache-2.0

import BatonAPI
package import BatonDBus

/// The content of a notification.
package struct NotificationContent: Sendable, Equatable {
    /// An action that the user can invoke.
    package struct Action: Sendable, Equatable {
        /// The key that `ActionInvoked` reports; "default" is a click on the notification itself.
        package let key: String
        /// The label of the button.
        package let label: String

        package init(key: String, label: String) {
            self.key = key
            self.label = label
        }
    }

    /// What Baton notifies of. A daemon that knows the hint replaces an older notification with the same tag.
    package enum Tag: String, Sendable {
        case shake = "baton-shake"
        case nowPlaying = "baton-now-playing"
        case setup = "baton-setup"
    }

    /// What it is about.
    package var tag: Tag
    /// The title, one line.
    package var summary: String
    /// The body, in plain text. A daemon that reads markup gets it escaped.
    package var body = ""
    /// The name of the icon, from the icon theme.
    package var icon: String
    /// The URL of a picture that the daemon shows in place of the icon; nil for none.
    package var image: String?
    /// The actions that are offered.
    package var actions: [Action] = []
    /// How long the daemon shows it.
    package var timeout = Duration.seconds(7)

    package init(_ tag: Tag, summary: String, icon: String, timeout: Duration = .seconds(7)) {
        self.tag = tag
        self.summary = summary
        self.icon = icon
        self.timeout = timeout
    }

    /// Whether what is sent depends on what the daemon can do: whether it offers actions, and whether it reads markup.
    var asksForCapabilities: Bool { !actions.isEmpty || body.utf8.contains { Self.escape($0) != nil } }

    /// Escapes the body for a daemon that reads markup.
    mutating func escapeBody() {
        var bytes: [UInt8] = []
        for byte in body.utf8 {
            if let escaped = Self.escape(byte) { bytes += escaped.utf8 } else { bytes.append(byte) }
        }
        body = String(decoding: bytes, as: UTF8.self)
    }

    private static func escape(_ byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        default: nil
        }
    }

    /// The notification is not kept in a history and makes no sound.
    var hints: Value {
        var hints: [(String, Value)] = [
            ("urgency", .byte(1)), ("transient", .boolean(true)),
            ("desktop-entry", .string(BatonBus.applicationID)), ("suppress-sound", .boolean(true)),
            ("x-canonical-private-synchronous", .string(tag.rawValue)), ("x-dunst-stack-tag", .string(tag.rawValue)),
        ]
        if tag == .shake { hints.append(("category", .string("device"))) }
        if let image { hints.append(("image-path", .string(image))) }
        return .vardict(hints)
    }
}

/// How a notification ended.
package enum NotificationEnding: Sendable, Equatable {
    /// The user invoked the action with this key.
    case chosen(String)
    /// The user closed it.
    case dismissed
    /// Another program closed it, or the daemon does not tell who did.
    case closed
    /// No action came in time. The daemon may not even have shown the notification.
    case expired
    /// Another notification of Baton replaced it.
    case replaced
    /// No daemon shows notifications, the daemon offers no actions, or it left the bus.
    case failed(DBusError)
}
