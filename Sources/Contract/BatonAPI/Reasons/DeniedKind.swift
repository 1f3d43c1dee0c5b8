// SPDX-License-Identifier: Apache-2.0

import BatonTranslation

/// What an app is that never gets a key: the detail `kind` of the code `app-denied`.
package enum DeniedKind: String, CaseIterable, Sendable {
    /// In a terminal Ctrl+Z stops the job in front.
    case terminal
    /// An editor that has commands of its own on these keys.
    case editor
    /// A window with another machine, display or game in it.
    case remoteDesktop = "remote-desktop"
    /// It asks for a password or for a permission.
    case passwordPrompt = "password-prompt"

    var sentence: String {
        switch self {
        case .terminal: translated("a terminal")
        case .editor: translated("an editor with commands of its own on these keys")
        case .remoteDesktop: translated("a window to another machine or display")
        case .passwordPrompt: translated("a password prompt")
        }
    }
}
