// SPDX-License-Identifier: Apache-2.0

import BatonTranslation

extension PageName {
    /// Its name for people.
    package var title: String {
        switch self {
        case .now: translated("Now")
        case .buttons: translated("Buttons")
        case .shake: translated("Shake")
        case .stops: translated("Pauses")
        case .health: translated("Health")
        case .machines: translated("Machines")
        }
    }

    /// The picture beside its name, of the icon theme.
    package var icon: String {
        switch self {
        case .now: "media-playback-start-symbolic"
        case .buttons: "audio-headphones-symbolic"
        case .shake: "edit-undo-symbolic"
        case .stops: "media-playback-pause-symbolic"
        case .health: "emblem-ok-symbolic"
        case .machines: "network-workgroup-symbolic"
        }
    }
}

extension Form {
    /// A page of a state.
    package init(of page: PageName, _ state: WindowState) {
        switch page {
        case .buttons: self = .buttons(state)
        case .shake: self = .shake(state)
        case .stops: self = .stops(state)
        case .machines: self = .machines(state)
        case .now: self = .now(state.now)
        case .health: self = .health(state.health, state)
        }
    }
}
