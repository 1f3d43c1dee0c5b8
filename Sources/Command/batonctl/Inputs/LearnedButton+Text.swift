// SPDX-License-Identifier: Apache-2.0

import BatonAPI

/// What `batonctl learn` prints. A word of a newer agent is printed as it is.
extension LearnedButton {
    /// The lines for people; a field that is empty has none.
    var lines: [String] {
        let fields = [
            (ButtonField.input.rawValue, input), (ButtonField.device.rawValue, device),
            (ButtonField.node.rawValue, node), (ButtonField.key.rawValue, key), ("does", actionText),
            ("how", explanation),
        ]
        let table = fields.filter { !$0.1.isEmpty }
            .map { $0.0 + String(repeating: " ", count: 8 - $0.0.count) + $0.1 }
        return configuration.isEmpty ? table : table + ["", "In baton.conf:"] + configuration.map { "  \($0)" }
    }

    /// The button as JSON.
    var json: JSON {
        .object([
            ("input", .string(input)), ("device", .string(device)), ("node", .string(node)), ("key", .string(key)),
            ("action", .string(action)), ("explanation", .string(explanation)), ("role", .string(role)),
            ("reading", .string(reading)), ("code", .string(reason?.code.rawValue ?? "")),
            ("details", .details(reason?.details ?? [:])),
            ("configuration", .string(configuration.joined(separator: "\n"))),
        ])
    }

    /// What the button does.
    private var actionText: String {
        switch LearnedAction(rawValue: action) {
        case .clicks: "clicks: click, double-click, triple-click, hold, click-hold, double-click-hold"
        case .passedOn: "nothing; other programs get it"
        case .nothing, nil: action
        }
    }

    /// What the device is, and how its keys reach Baton.
    private var explanation: String { [roleText, readingText].filter { !$0.isEmpty }.joined(separator: "; ") }

    private var roleText: String {
        switch ButtonRole(rawValue: role) {
        case .headset: "a headset, by its keys and name or sound card"
        case .avrcp: "a Bluetooth headset's own commands (AVRCP)"
        case .mediaKeys: "media keys of a device that is not a headset"
        case .keyboard: "it is a keyboard"
        case .pointer: "it is a pointer, joystick or touch device"
        case .noMediaKeys: "it has no media keys"
        case nil: role
        }
    }

    private var readingText: String {
        switch ButtonReading(rawValue: reading) {
        case .command: "it came as a command; only the device knows which button it was"
        case .grabbed: "only Baton gets its keys"
        case .shared: "other programs get its keys too"
        case .off: InputStateWord.text("off", reason)
        case .ignored: InputStateWord.text("not read", reason)
        case nil: InputStateWord.text(reading, reason)
        }
    }
}
