// SPDX-License-Identifier: Apache-2.0

internal import BatonEvents

extension ButtonAction {
    /// Everything a button can be bound to. The end of seeking comes by itself.
    static let all: [ButtonAction] =
        RemoteControlSubtype.allCases.filter { !$0.isEnd }.map(ButtonAction.remoteControl)
        + [.volumeUp, .volumeDown, .toggleMute, .pinNextPlayer]

    /// The word for it in the configuration.
    static func configurationName(_ action: ButtonAction?) -> String {
        switch action {
        case nil: "nothing"
        case .remoteControl(let subtype): subtype.configurationName
        case .volumeUp: "volume-up"
        case .volumeDown: "volume-down"
        case .toggleMute: "toggle-mute"
        case .pinNextPlayer: "pin-next-player"
        }
    }
}

extension ConfigurationKind where Value == ButtonAction? {
    /// What a button does, or nothing.
    static var buttonAction: Self {
        choice([nil] + ButtonAction.all.map(Optional.some), named: ButtonAction.configurationName)
    }
}
