// SPDX-License-Identifier: Apache-2.0

import BatonAPI
package import BatonButtons
package import BatonEvents

/// One key of a device and its action: `BTN_0 toggle-play-pause`.
package struct KeyBinding: Sendable, Equatable {
    package let key: PressKey
    /// Nil: Baton ignores the key.
    package let action: ButtonAction?

    package init(key: PressKey, action: ButtonAction?) {
        self.key = key
        self.action = action
    }

    /// The binding as it would be in the file.
    func text(_ names: KeyNames) -> String {
        "\(names.name(Int(key.rawValue))) \(ButtonAction.configurationName(action))"
    }
}

extension ConfigurationKind where Value == KeyBinding {
    /// A key's name or number, and an action.
    static func keyBinding(_ names: KeyNames) -> Self {
        let action = ConfigurationKind<ButtonAction?>.buttonAction
        return Self(
            name: "key", range: "a key such as `BTN_0` or `171`, and an action",
            parse: { text throws(ConfigurationValueError) in
                let words = text.split(whereSeparator: { $0 == " " || $0 == "\t" })
                guard words.count == 2, let code = names.code(String(words[0])) else {
                    throw .wants("a key and an action, such as 'BTN_0 toggle-play-pause'", not: text)
                }
                return KeyBinding(
                    key: PressKey(rawValue: UInt16(truncatingIfNeeded: code)),
                    action: try action.parse(String(words[1])))
            },
            render: { $0.text(names) })
    }
}

extension ButtonAction {
    /// All actions that a button can be bound to. The end of seeking is not one: Baton sends it at the release.
    package static let all: [ButtonAction] =
        RemoteControlSubtype.allCases.filter { !$0.isEnd }.map(ButtonAction.remoteControl)
        + [.volumeUp, .volumeDown, .toggleMute, .toggleMicrophone, .pinNextPlayer]

    /// The action's word in the configuration.
    package static func configurationName(_ action: ButtonAction?) -> String {
        switch action {
        case nil: "nothing"
        case .remoteControl(let subtype): subtype.configurationName
        case .volumeUp: "volume-up"
        case .volumeDown: "volume-down"
        case .toggleMute: "toggle-mute"
        case .toggleMicrophone: "toggle-microphone"
        case .pinNextPlayer: "pin-next-player"
        }
    }
}

extension ConfigurationKind where Value == ButtonAction? {
    /// A button's action, or `nothing`.
    static var buttonAction: Self {
        choice([nil] + ButtonAction.all.map(Optional.some), named: ButtonAction.configurationName)
    }
}
