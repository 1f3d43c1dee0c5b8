// SPDX-License-Identifier: Apache-2.0

import BatonKeysLink

extension KeyDisplay {
    /// The name for people.
    var spokenName: String {
        switch self {
        case .x11: "X server"
        case .wayland: "Wayland compositor"
        case .uinput: "display"
        }
    }
}
