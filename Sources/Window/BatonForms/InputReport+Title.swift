// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonTranslation
import BatonValues

extension InputReport {
    /// What people call it: a device has a name of its own, and the others are called in the language of the user.
    var title: String {
        switch InputKind(rawValue: kind) {
        case .mpris: translated("MPRIS: playerctl, desktops, bars")
        case .control: translated("batonctl and scripts")
        case .kde: translated("The shortcuts of KDE")
        case .portal: translated("The desktop's portal")
        case .evdev, .bluetooth, .mediaKeys, nil: name.isEmpty ? kind.shown() : name.shown()
        }
    }

    /// Whether presses can come from it, and why not.
    var stateTitle: String {
        let word =
            switch InputStateWord(rawValue: state) {
            case .listening: translated("listening")
            case .waiting: translated("waiting")
            case .off: translated("off")
            case nil: state
            }
        return InputStateWord.text(word, reason).shown()
    }
}
