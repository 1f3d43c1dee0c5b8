// SPDX-License-Identifier: Apache-2.0

import BatonTranslation

extension InputCode {
    // One switch without a default, so that a code without a sentence does not compile. It is as long as there are codes.
    func sentence(_ details: Reason.Details) -> String {
        let path = Self.name(details, .path, or: translated("its event node"))
        let service = Self.name(details, .service, or: translated("the daemon"))
        let ending = Self.ending(details)
        return switch self {
        // The event node of a headset.

        case .keyboard: translated("it is a keyboard, which is never read")
        case .nodeForbidden:
            translated("\(path) may not be read; Baton's udev rule for headsets gives it to you: docs/headsets.md")
        case .nodeUnopenable: translated("\(path) cannot be opened\(ending)")
        case .nodeGrabbed: translated("another program has grabbed \(path)")
        case .nodeUngrabbable: translated("\(path) cannot be grabbed\(ending)")
        case .tooManyKeys:
            translated(
                """
                it sends more than \(Self.name(details, .count, or: translated("enough"))) keys a second; it \
                is left alone for half a minute
                """
            )
        case .otherKeys:
            translated("it has keys that are not for media, so that it is not grabbed, and the desktop acts on them")
        case .headsetsOff: "[headset] enabled = no"
        case .deviceOff: "[device] use = no"
        case .relay: translated("it is what Baton hands keys on by")
        case .pointer: translated("it is a pointer, joystick or touch device")
        case .noMediaKeys: translated("it has no media keys")
        case .desktopActs:
            translated("the desktop acts on its keys; with 'grab = media-only' under [headset] Baton does")

        // The media keys of a desktop.

        case .keysAsked: translated("asked \(service) for the media keys")
        case .keysTaken: translated("not Baton's: \(details.text(.keys)); see System Settings, Shortcuts")
        case .keysDelayed: translated("\(service) has not given the media keys yet\(ending)")
        case .keysRefused: translated("\(service) refuses\(ending)")
        case .keysUnanswered: translated("\(service) does not answer; restart it")
        case .keysUnclaimed:
            translated(
                """
                \(Self.desktop(details)) sends the media keys to a player it picks itself; batonctl setup \
                --media-keys changes that
                """
            )

        // The shortcuts portal.

        case .portalAwaited: translated("there is no org.freedesktop.portal.Desktop yet")
        case .noShortcutsPortal: translated("this desktop's portal has no global shortcuts")
        case .shortcutsUnreadable: translated("the portal answers in a way that Baton does not know")
        case .shortcutsAsked: translated("your desktop is asking you")
        case .shortcutsEnded: translated("the desktop has ended it; restart batond to be asked again")
        case .noShortcuts: translated("no key was given to Baton")
        case .shortcutUnbound:
            translated(
                """
                no key is bound to \"\(details.text(.shortcut))\", or none was pressed yet; see the desktop's \
                settings
                """
            )

        // Bluetooth.

        case .bluetoothOff: translated("[bluetooth] enabled = no in the configuration")
        case .playerUnregistered: translated("not registered yet")
        case .playerReleased:
            translated("BlueZ has let go of the player; it is registered again when bluetoothd restarts")
        case .playerForbidden: translated("the system bus does not let this user register a player with BlueZ")
        case .bluezSilent: translated("bluetoothd does not answer, and is asked again")
        case .noAVRCPTarget: translated("this adapter's BlueZ has no AVRCP target")
        case .playerRefused: translated("BlueZ refuses the player\(ending)")
        case .headsetAbsent: translated("no Bluetooth headset of that name is connected")
        case .severalHeadsets:
            translated(
                """
                several headsets are connected, and BlueZ does not tell which one is pressed; disconnect the others
                """)
        case .tooManyPresses: translated("it sends more commands than a person presses")
        case .twoPresses: translated("it seems to need two presses; 'batonctl learn' with its name tells why")
        }
    }

    private static func name(_ details: Reason.Details, _ detail: ReasonDetail, or other: String) -> String {
        let text = details.text(detail)
        return text.isEmpty ? other : text
    }

    /// What another program said, after a colon.
    private static func ending(_ details: Reason.Details) -> String {
        let message = details.text(.message)
        return message.isEmpty ? "" : ": \(message)"
    }

    private static func desktop(_ details: Reason.Details) -> String {
        switch MediaKeysDesktop(rawValue: details.text(.desktop)) {
        case .gnome: translated("GNOME 42 and later")
        case .kde: "KDE"
        case nil: translated("the desktop")
        }
    }
}
