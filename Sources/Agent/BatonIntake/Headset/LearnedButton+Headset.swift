// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
import BatonButtons
package import BatonEvents
package import BatonInput
import BatonRouting
package import BatonSettings

extension LearnedButton {
    /// A press that arrived as a command.
    ///
    /// - Parameter name: the service or device that sent it.
    package init(_ command: RemoteControlSubtype, input: InputKind, name: String) {
        self.init()
        self.input = input.rawValue
        device = name
        action = command.configurationName
        reading = ButtonReading.command.rawValue
    }

    /// A key of an event node.
    package init(
        _ node: InputNode, _ key: PressKey, _ headset: Configuration.Headset, _ rules: DeviceRules,
        _ surroundings: HeadsetSurroundings
    ) {
        let plan = HeadsetPlan(node, headset, rules.rule(for: node.name), surroundings)
        self.init()
        input = InputKind.evdev.rawValue
        device = node.name
        self.node = node.path
        self.key = KeyName.text(Int(key.rawValue))
        action = plan.action(of: key)
        role = node.role.word.rawValue
        reading = plan.reading.word.rawValue
        reason = plan.reading.reason
        configuration = LearnedLines(node, key, headset, rules, surroundings).lines
    }
}

extension HeadsetPlan {
    /// Whether the keys do nothing.
    var isOff: Bool {
        switch reading {
        case .grabbed, .shared: false
        case .off, .ignored: true
        }
    }

    /// The word for what a key does.
    fileprivate func action(of key: PressKey) -> String {
        if isOff { return LearnedAction.nothing.rawValue }
        if settings.patternKeys.contains(key) { return LearnedAction.clicks.rawValue }
        return settings.keys[key].map { ButtonAction.configurationName($0) } ?? LearnedAction.passedOn.rawValue
    }
}

extension HeadsetPlan.Reading {
    fileprivate var word: ButtonReading {
        switch self {
        case .grabbed: .grabbed
        case .shared: .shared
        case .off: .off
        case .ignored: .ignored
        }
    }

    fileprivate var reason: Reason? {
        switch self {
        case .grabbed, .shared: nil
        case .off(let reason), .ignored(let reason): reason
        }
    }
}

extension InputNode.Role {
    fileprivate var word: ButtonRole {
        switch self {
        case .headset: .headset
        case .avrcp: .avrcp
        case .mediaKeys: .mediaKeys
        case .unsuitable(.keyboard): .keyboard
        case .unsuitable(.pointer): .pointer
        case .unsuitable(.noMediaKeys): .noMediaKeys
        }
    }
}
