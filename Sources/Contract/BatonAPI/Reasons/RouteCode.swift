// SPDX-License-Identifier: Apache-2.0

/// Why a way to undo cannot be used, or did not work.
package enum RouteCode: String, CaseIterable, Sendable {
    /// The user has to agree first: `batonctl setup`.
    case needsConsent = "needs-consent"
    case noDisplay = "no-display"
    case noX11Display = "no-x11-display"
    case noWaylandDisplay = "no-wayland-display"
    /// On Wayland it reaches X11 apps only.
    case x11AppsOnly = "x11-apps-only"
    /// The window is inside the window of another display.
    case nestedDisplay = "nested-display"

    // baton-keys.
    case noHelper = "no-keys-helper"
    /// baton-keys cannot start without libraries that are not installed.
    case librariesMissing = "keys-libraries-missing"
    /// baton-keys does not run or answer.
    case helperFailed = "keys-helper-failed"
    /// Keys that were left down have to be released first.
    case keysLeftDown = "keys-left-down"
    case keysFailed = "keys-failed"
    case noVirtualKeyboard = "no-virtual-keyboard"
    case uinputMissing = "uinput-missing"
    case uinputForbidden = "uinput-forbidden"
    /// Another window has the focus than at the question.
    case focusChanged = "focus-changed"
    case modifierHeld = "modifier-held"
    case keyHeld = "key-held"
    /// Another program holds the keyboard.
    case keyboardGrabbed = "keyboard-grabbed"
    /// Slow, bounce or sticky keys or a locked modifier would change the keys.
    case keyboardFiltered = "keyboard-filtered"
    case focusOutside = "focus-outside"

    // Actions of the app.
    case busFailed = "session-bus-failed"
    case accessibilityAbsent = "accessibility-bus-absent"
    case accessibilityFailed = "accessibility-bus-failed"
    /// The app is not on the bus that is used to reach it.
    case appNotOnBus = "app-not-on-bus"
    /// The window names a connection of another process.
    case windowForged = "window-of-another-process"
    case noActions = "no-actions"
    /// The app has actions, and none that undoes.
    case noUndoAction = "no-undo-action"
    /// The window in front has no actions of its own: a dialog, or one of several windows.
    case windowWithoutActions = "window-without-actions"
    /// It cannot be told which of the app's windows is in front.
    case windowsAmbiguous = "windows-ambiguous"
    case appSilent = "app-silent"
    /// The app was told to do it and does not answer; it may have done it.
    case appUncertain = "app-uncertain"
    case actionRefused = "action-refused"

    // The portal.
    case portalAbsent = "portal-absent"
    case portalAsleep = "portal-asleep"
    case portalNoKeyboard = "portal-without-keyboard"
    case portalDenied = "portal-not-allowed"
    case portalEnded = "portal-ended"
    case portalSilent = "portal-unanswered"
    case portalRefused = "portal-refused"
    /// The desktop has ended the remote control.
    case portalClosed = "portal-closed"
    case portalKeysFailed = "portal-keys-failed"
}
