// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonButtons
import BatonEvents
import BatonInput
import BatonSettings

/// Whether and how an event node is read (rules HEADSET8 to HEADSET15). Computed from what the node is, what the user
/// configured, and which other programs receive its keys; no I/O.
struct HeadsetPlan: Equatable, Sendable {
    /// How the node is read.
    enum Reading: Equatable, Sendable {
        /// Grabbed: only Baton receives the keys, and forwards those that are not for it.
        case grabbed
        /// Without a grab: other programs receive the keys too.
        case shared
        /// Not read, with the reason.
        case off(Reason)
        /// Not read and not shown among the inputs, with the reason for the log and for `Learn`.
        case ignored(Reason)
    }

    var reading: Reading
    var settings = ButtonSettings()
    /// The keys that the kernel is asked to deliver; nil for all.
    var wanted: KeySet?
    /// Whether the node is a headset or is named in the configuration, so that the user is told why it is not read.
    var isOfInterest = false

    /// Computes the plan for a node.
    init(
        _ node: InputNode, _ headset: Configuration.Headset, _ rule: Configuration.DeviceRule?,
        _ surroundings: HeadsetSurroundings
    ) {
        let given = rule ?? Configuration.DeviceRule()
        let role = node.role
        if let reason = Self.refusal(node, role, headset, given) {
            reading = .ignored(.input(reason))
            return
        }
        isOfInterest = role == .headset || role == .avrcp || rule != nil
        let isGrabbed = (given.grab == .usual ? headset.grab : given.grab) == .mediaOnly
        let mayGrab = role == .headset || role == .avrcp || node.keys.isMediaOnly
        let isAlone =
            isGrabbed && mayGrab || headset.shared == .yes || headset.shared == .auto && !surroundings.hasDisplay
        settings = Self.settings(node, role, headset, given, countsClicks: isAlone)
        if isGrabbed, mayGrab {
            reading = .grabbed
        } else if isAlone || headset.shared == .auto && surroundings.reachesUs {
            reading = .shared
            // Any other key decides clicks that wait (rule B6), so such a node needs all its keys.
            if settings.patternKeys.isEmpty { wanted = Self.keys(settings) }
        } else if let own = Self.keysOfNobody(given), headset.shared == .auto {
            reading = .shared
            settings.patternKeys = []
            settings.keys = own
            wanted = Self.keys(settings)
        } else {
            reading = .off(.input(isGrabbed ? .otherKeys : .desktopActs))
        }
    }

    private static func refusal(
        _ node: InputNode, _ role: InputNode.Role, _ headset: Configuration.Headset, _ rule: Configuration.DeviceRule
    ) -> InputCode? {
        guard headset.isEnabled else { return .headsetsOff }
        guard rule.use != .no else { return .deviceOff }
        guard !KeyRelay.isRelay(node.name) else { return .relay }
        guard case .unsuitable(let reason) = role else { return nil }
        let isWanted = rule.use == .yes || !rule.keys.isEmpty
        guard !isWanted || node.isKeyboard else { return nil }
        return switch reason {
        case .keyboard: .keyboard
        case .pointer: .pointer
        case .noMediaKeys: .noMediaKeys
        }
    }

    private static func settings(
        _ node: InputNode, _ role: InputNode.Role, _ headset: Configuration.Headset, _ rule: Configuration.DeviceRule,
        countsClicks: Bool
    ) -> ButtonSettings {
        var settings = ButtonSettings()
        let oneButton = rule.oneButton == .usual ? headset.oneButton : rule.oneButton
        let isOneButton = oneButton == .yes || oneButton == .auto && role == .headset && node.hasOneButton
        settings.patternKeys = []
        if isOneButton, countsClicks {
            settings.patternKeys = [.media, .playPause]
            if headset.phoneButton { settings.patternKeys.insert(.phone) }
        }
        // KEY_MEDIA is the one button of a headset for phones (rule HEADSET1). On a keyboard it starts a player.
        if role == .headset { settings.keys[.media] = .remoteControl(.togglePlayPause) }
        settings.patterns = headset.patterns
        settings.multiPress = headset.clickWindow
        settings.multiPressStart = headset.clickWindowFrom.interval
        settings.holdTime = headset.holdTime
        if role == .avrcp { settings.belief = headset.belief(rule) }
        for binding in rule.keys {
            settings.patternKeys.remove(binding.key)
            settings.keys[binding.key] = binding.action
        }
        return settings
    }

    /// The keys that the user has bound and no desktop acts on: their codes are above those of keyboards (rule
    /// HEADSET15).
    private static func keysOfNobody(_ rule: Configuration.DeviceRule) -> [PressKey: ButtonAction]? {
        var keys: [PressKey: ButtonAction] = [:]
        for binding in rule.keys where binding.key.rawValue >= 0x100 { keys[binding.key] = binding.action }
        return keys.isEmpty ? nil : keys
    }

    private static func keys(_ settings: ButtonSettings) -> KeySet {
        KeySet(settings.keys.keys.map { Int($0.rawValue) } + settings.patternKeys.map { Int($0.rawValue) })
    }
}

extension HeadsetPlan {
    /// How the node is read, as text for the log.
    var words: String {
        switch reading {
        case .grabbed: "for Baton alone"
        case .shared: "others get its keys too"
        case .off(let reason): "off: \(reason)"
        case .ignored(let reason): "not read: \(reason)"
        }
    }
}

/// Which other programs receive the keys of a device that is not grabbed.
package struct HeadsetSurroundings: Sendable, Equatable {
    /// Whether there is a display: its server reads all devices, and its desktop may act on their media keys.
    package var hasDisplay = false
    /// Whether the desktop's media keys reach Baton too, through a settings daemon, KDE or the portal.
    var reachesUs = false
}
