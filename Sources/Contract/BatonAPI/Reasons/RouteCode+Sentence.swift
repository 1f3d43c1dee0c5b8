// SPDX-License-Identifier: Apache-2.0

import BatonTranslation

extension RouteCode {
    // One switch without a default, so that a code without a sentence does not compile. It is as long as there are codes.
    func sentence(_ details: Reason.Details) -> String {
        let message = details.text(.message)
        let operation = details.text(.operation)
        return switch self {
        case .needsConsent: translated("the desktop asks you first, once: run 'batonctl setup'")
        case .noDisplay: translated("this session has no display")
        case .noX11Display: translated("this session has no X11 display")
        case .noWaylandDisplay: translated("this session has no Wayland display")
        case .x11AppsOnly: translated("on Wayland it reaches X11 apps only")
        case .nestedDisplay: translated("it does not reach apps inside the window of another display")

        // baton-keys.

        case .noHelper: translated("baton-keys is not installed beside batond or in libexec/baton")
        case .librariesMissing: Reason.librariesMissing("baton-keys", details)
        case .helperFailed: message.isEmpty ? translated("baton-keys does not answer") : message
        case .keysLeftDown: translated("keys that were left down have to be released first")
        case .noVirtualKeyboard: translated("the compositor has no zwp_virtual_keyboard_manager_v1")
        case .uinputMissing: translated("there is no /dev/uinput: the kernel's module uinput is not loaded")
        case .uinputForbidden: translated("this user may not write to /dev/uinput")
        case .focusChanged: translated("another window has the focus now")
        case .modifierHeld: translated("a modifier key is held down")
        case .keyHeld: translated("the key is held down")
        case .keyboardGrabbed: translated("another program holds the keyboard, as a screen locker or an open menu does")
        case .keyboardFiltered:
            translated("slow, bounce or sticky keys or a locked modifier would change the keys")
        case .focusOutside: translated("the keyboard focus is outside of the active window")
        case .keysFailed: message.isEmpty ? translated("no key can be pressed") : message

        // Actions of the app.

        case .busFailed: translated("the session bus does not answer: \(message)")
        case .accessibilityAbsent: translated("the accessibility bus does not run")
        case .accessibilityFailed: translated("the accessibility bus cannot be reached: \(message)")
        case .appNotOnBus: translated("the app is not on the \(details.text(.bus)) bus")
        case .windowForged: translated("the window names a D-Bus connection of another process")
        case .noActions: translated("the app exports no actions")
        case .noUndoAction: translated("the app has no action for \(operation)")
        case .windowWithoutActions: translated("the window in front has no actions of its own")
        case .windowsAmbiguous:
            translated("it is not known which of the app's \(details.text(.count)) windows is in front")
        case .appSilent: translated("the app does not answer")
        case .appUncertain: translated("the app does not answer, and may or may not have done it")
        case .actionRefused: translated("the app did not take the action") + (message.isEmpty ? "" : ": \(message)")

        // The portal.

        case .portalAbsent:
            translated(
                "there is no org.freedesktop.portal.Desktop; install xdg-desktop-portal and your desktop's backend")
        case .portalAsleep: translated("org.freedesktop.portal.Desktop has not been started yet")
        case .portalNoKeyboard: translated("this desktop's portal has no remote control of the keyboard")
        case .portalDenied: translated("it was not allowed")
        case .portalEnded: translated("the portal ended the question without an answer")
        case .portalSilent: translated("the question was not answered in time")
        case .portalClosed: translated("the desktop has ended the remote control; run 'batonctl setup'")
        case .portalRefused: translated("the portal refused: \(message)")
        case .portalKeysFailed: translated("the keys were not taken: \(message)")
        }
    }
}
