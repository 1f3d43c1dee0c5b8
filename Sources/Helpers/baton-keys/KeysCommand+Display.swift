// SPDX-License-Identifier: Apache-2.0

import BatonKeysLink

extension KeysCommand {
    /// The display that the command uses first.
    var display: KeyDisplay {
        switch self {
        case .probe(_, let display): display
        case .focus: .x11
        case .look: .uinput
        case .press(_, let press): press.display
        case .release(_, let keys): keys.first?.display ?? .x11
        case .keep: .wayland
        case .prepare(_, let display, _): display ?? .uinput
        }
    }
}
