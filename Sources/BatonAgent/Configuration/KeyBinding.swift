// SPDX-License-Identifier: Apache-2.0

internal import BatonEvents
internal import BatonInput

/// One key of a device and what it does: `BTN_0 toggle-play-pause`.
struct KeyBinding: Sendable, Equatable {
    let key: PressKey
    /// Nil: nothing, as if the key were none of Baton's.
    let action: ButtonAction?

    /// As one would write it.
    var text: String { "\(KeyName.text(Int(key.rawValue))) \(ButtonAction.configurationName(action))" }
}

extension ConfigurationKind where Value == KeyBinding {
    /// A key's name or number, and an action.
    static var keyBinding: Self {
        let action = ConfigurationKind<ButtonAction?>.buttonAction
        return Self(
            name: "key", range: "a key such as `BTN_0` or `171`, and an action",
            parse: { text throws(ConfigurationValueError) in
                let words = text.split(whereSeparator: { $0 == " " || $0 == "\t" })
                guard words.count == 2, let code = KeyName.code(String(words[0])) else {
                    throw .wants("a key and an action, such as 'BTN_0 toggle-play-pause'", not: text)
                }
                return KeyBinding(
                    key: PressKey(rawValue: UInt16(truncatingIfNeeded: code)),
                    action: try action.parse(String(words[1])))
            },
            render: \.text)
    }
}
