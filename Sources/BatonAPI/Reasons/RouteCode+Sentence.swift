// SPDX-License-Identifier: Apache-2.0

extension RouteCode {
    func sentence(_ details: Reason.Details) -> String {
        switch self {
        case .needsConsent: "the desktop asks you first, once: run 'batonctl setup'"
        case .noDisplay: "this session has no display"
        case .noX11Display: "this session has no X11 display"
        case .noWaylandDisplay: "this session has no Wayland display"
        case .x11AppsOnly: "on Wayland it reaches X11 apps only"
        case .noHelper, .helperFailed, .keysLeftDown, .keysFailed, .noVirtualKeyboard, .uinputMissing, .uinputForbidden,
            .focusChanged, .modifierHeld, .keyHeld, .keyboardGrabbed, .focusOutside:
            keysSentence(details.text(.message))
        case .busFailed, .accessibilityAbsent, .accessibilityFailed, .appNotOnBus, .windowForged, .noActions,
            .noUndoAction, .windowsAmbiguous, .appSilent, .appUncertain, .actionRefused:
            actionSentence(details)
        case .portalAbsent, .portalAsleep, .portalNoKeyboard, .portalDenied, .portalEnded, .portalSilent,
            .portalRefused, .portalClosed, .portalKeysFailed:
            portalSentence(details.text(.message))
        }
    }

    private func keysSentence(_ message: String) -> String {
        switch self {
        case .noHelper: "baton-keys is not installed beside batond or in libexec/baton"
        case .helperFailed: message.isEmpty ? "baton-keys does not answer" : message
        case .keysLeftDown: "keys that were left down have to be released first"
        case .noVirtualKeyboard: "the compositor has no zwp_virtual_keyboard_manager_v1"
        case .uinputMissing: "there is no /dev/uinput: the kernel's module uinput is not loaded"
        case .uinputForbidden: "this user may not write to /dev/uinput"
        case .focusChanged: "another window has the focus now"
        case .modifierHeld: "a modifier key is held down"
        case .keyHeld: "the key is held down"
        case .keyboardGrabbed: "another program holds the keyboard, as a screen locker or an open menu does"
        case .focusOutside: "the keyboard focus is outside of the active window"
        default: message.isEmpty ? "no key can be pressed" : message
        }
    }

    private func actionSentence(_ details: Reason.Details) -> String {
        let message = details.text(.message)
        let operation = details.text(.operation)
        return switch self {
        case .busFailed: "the session bus does not answer: \(message)"
        case .accessibilityAbsent: "the accessibility bus does not run"
        case .accessibilityFailed: "the accessibility bus cannot be reached: \(message)"
        case .appNotOnBus: "the app is not on the \(details.text(.bus)) bus"
        case .windowForged: "the window names a D-Bus connection of another process"
        case .noActions: "the app exports no actions"
        case .noUndoAction: "the app has no action for \(operation)"
        case .windowsAmbiguous: "it is not known which of the app's \(details.text(.count)) windows is in front"
        case .appSilent: "the app does not answer"
        case .appUncertain: "the app does not answer, and may or may not have done it"
        default: "the app did not take the action" + (message.isEmpty ? "" : ": \(message)")
        }
    }

    private func portalSentence(_ message: String) -> String {
        switch self {
        case .portalAbsent:
            "there is no org.freedesktop.portal.Desktop; install xdg-desktop-portal and your desktop's backend"
        case .portalAsleep: "org.freedesktop.portal.Desktop has not been started yet"
        case .portalNoKeyboard: "this desktop's portal has no remote control of the keyboard"
        case .portalDenied: "it was not allowed"
        case .portalEnded: "the portal ended the question without an answer"
        case .portalSilent: "the question was not answered in time"
        case .portalClosed: "the desktop has ended the remote control; run 'batonctl setup'"
        case .portalRefused: "the portal refused: \(message)"
        default: "the keys were not taken: \(message)"
        }
    }
}
