// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonEvents
package import BatonInput
import BatonRouting
package import BatonSettings

/// The answer of `batonctl learn`: a button that the user pressed, and what is known of it.
package struct LearnedButton: Sendable, Equatable {
    /// The kind of input, as in `batonctl inputs`.
    package var input = InputKind.evdev.rawValue
    /// The device's own name.
    package var device = ""
    /// The path of its event node; empty if it is not one.
    package var node = ""
    /// The key's name; empty if only the command is known.
    package var key = ""
    /// What it does now.
    package var action = ""
    /// What the device is, and how it is read.
    package var explanation = ""
    /// The lines of the configuration that make it so, or that would give the key an action.
    package var configuration = ""

    /// A press that arrived as a command.
    ///
    /// - Parameter name: the service or device that sent it.
    package init(_ command: RemoteControlSubtype, input: InputKind, name: String) {
        self.input = input.rawValue
        device = name
        action = command.configurationName
        explanation = "it came as a command; which button it was only the sender knows"
    }

    /// A key of an event node.
    package init(
        _ node: InputNode, _ key: PressKey, _ headset: Configuration.Headset, _ rules: DeviceRules,
        _ surroundings: HeadsetSurroundings
    ) {
        let plan = HeadsetPlan(node, headset, rules.rule(for: node.name), surroundings)
        device = node.name
        self.node = node.path
        self.key = KeyName.text(Int(key.rawValue))
        let settings = plan.settings
        if plan.isOff {
            action = "nothing"
        } else if settings.patternKeys.contains(key) {
            action = "clicks: click, double-click, triple-click, hold, click-hold, double-click-hold"
        } else if let bound = settings.keys[key] {
            action = ButtonAction.configurationName(bound)
        } else {
            action = "nothing; it is handed on"
        }
        explanation = "\(Self.words(node.role)); \(plan.words)"
        configuration = LearnedLines(node, key, headset, rules, surroundings).text
    }

    private static func words(_ role: InputNode.Role) -> String {
        switch role {
        case .headset: "a headset, by its keys and name or sound card"
        case .avrcp: "a Bluetooth headset's own commands (AVRCP)"
        case .mediaKeys: "media keys of something that is no headset"
        case .unsuitable(let reason): reason
        }
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

    /// How it is read, as text for the user.
    var words: String {
        switch reading {
        case .grabbed: "for Baton alone"
        case .shared: "others get its keys too"
        case .off(let reason): "off: \(reason)"
        case .ignored(let reason): "not read: \(reason)"
        }
    }
}
