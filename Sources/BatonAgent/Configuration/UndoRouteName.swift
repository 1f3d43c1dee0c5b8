// SPDX-License-Identifier: Apache-2.0

/// The ways to undo, as `[undo] route` and everybody else calls them (``UndoRoute/name``).
enum UndoRouteName: String, Sendable, CaseIterable {
    /// The app's own action on the session bus.
    case gtkActions = "gtk-actions"
    /// Keys on an X server.
    case xtest
    /// Keys on a Wayland compositor that takes virtual keyboards.
    case virtualKeyboard = "virtual-keyboard"
    /// Keys through the desktop's remote control, which the user has allowed.
    case portal
    /// The app's menu item, pressed as assistive technology does. Costs the app a look at its whole window.
    case atspi
    /// Keys through the kernel. Whoever may do that can press any key anywhere.
    case uinput

    /// Those that are tried when the user says nothing; the others have to be asked for.
    static let usual: [UndoRouteName] = [.gtkActions, .xtest, .virtualKeyboard, .portal]
}
