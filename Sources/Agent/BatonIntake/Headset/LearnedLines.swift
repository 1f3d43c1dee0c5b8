// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonButtons
import BatonEvents
import BatonInput
import BatonSettings
import BatonValues

/// The lines of baton.conf that give a key its action, or would. Several changes are tried, the smallest first, and the
/// first one that works is taken.
struct LearnedLines {
    /// The lines, the section's header first.
    let lines: [String]

    /// A change of the configuration, and its lines.
    private struct Change {
        var headset: Configuration.Headset
        var rule: Configuration.DeviceRule
        let lines: [String]
    }

    init(
        _ node: InputNode, _ key: PressKey, _ headset: Configuration.Headset, _ rules: DeviceRules,
        _ surroundings: HeadsetSurroundings
    ) {
        let rule = rules.rule(for: node.name)
        let plan = HeadsetPlan(node, headset, rule, surroundings)
        if !plan.isOff, plan.settings.patternKeys.contains(key) {
            lines = ["[headset]", "click = \(ButtonAction.configurationName(plan.settings.patterns[.click]))"]
            return
        }
        let section = "[device \(rules.section(for: node.name) ?? Self.sectionName(node.name))]"
        let action = plan.settings.keys[key] ?? .remoteControl(.togglePlayPause)
        let line = "key = \(KeyName.text(Int(key.rawValue))) \(ButtonAction.configurationName(action))"
        let own = rule ?? Configuration.DeviceRule()
        var bound = own
        bound.keys.append(KeyBinding(key: key, action: action))
        var grabbed = own
        grabbed.grab = .mediaOnly
        var both = bound
        both.grab = .mediaOnly
        var shared = headset
        shared.shared = .yes
        let grab = "grab = media-only"
        let sharing = "shared = yes"
        let changes = [
            Change(headset: headset, rule: bound, lines: [section, line]),
            Change(headset: headset, rule: grabbed, lines: [section, grab]),
            Change(headset: headset, rule: both, lines: [section, grab, line]),
            Change(headset: shared, rule: own, lines: ["[headset]", sharing]),
            Change(headset: shared, rule: bound, lines: ["[headset]", sharing, section, line]),
        ]
        let works = changes.first { change in
            let plan = HeadsetPlan(node, change.headset, change.rule, surroundings)
            return !plan.isOff && (plan.settings.patternKeys.contains(key) || plan.settings.keys[key] != nil)
        }
        lines = (works ?? changes[0]).lines
    }

    /// A device's name for the header of a section. Each byte that the file's reader refuses becomes `?`, and the end
    /// of a name that is too long becomes `*`.
    static func sectionName(_ device: String) -> String {
        let most = ConfigurationFileReader.longestSection - "device ".utf8.count
        var name = String.UnicodeScalarView()
        for scalar in device.unicodeScalars {
            let isRefused = scalar.isControl || ";#[]".unicodeScalars.contains(scalar)
            if isRefused { name += Array(repeating: "?", count: UTF8.width(scalar)) } else { name.append(scalar) }
        }
        guard !name.isEmpty else { return "*" }
        guard String(name).utf8.count > most else { return String(name) }
        while String(name).utf8.count >= most { name.removeLast() }
        return String(name) + "*"
    }
}
