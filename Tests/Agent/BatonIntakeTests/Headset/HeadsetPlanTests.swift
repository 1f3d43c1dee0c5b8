// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonButtons
import BatonEvents
import BatonInput
import Testing

@testable import BatonIntake
@testable import BatonSettings

/// Which nodes are read, how, and what their keys mean (rules HEADSET8 to HEADSET15).
@Suite("Headsets: plans")
struct HeadsetPlanTests {
    static let headset = InputNode(
        path: "/dev/input/event7", name: "USB Headset", bus: 3, keys: KeySet([164, 113, 114, 115]))
    static let consumer = InputNode(path: "/dev/input/event8", name: "Consumer Control", keys: KeySet([164, 163, 140]))
    static let keyboard = InputNode(path: "/dev/input/event9", name: "Headset", keys: KeySet([164, 16, 30]))
    static let avrcp = InputNode(
        path: "/dev/input/event6", name: "Buds (AVRCP)", bus: 5, keys: KeySet([200, 201, 163]))

    static func plan(
        _ node: InputNode, _ rule: Configuration.DeviceRule? = nil, hasDisplay: Bool = true, reachesUs: Bool = false,
        _ change: (inout Configuration.Headset) -> Void = { _ in }
    ) -> HeadsetPlan {
        var headset = Configuration.Headset()
        change(&headset)
        return HeadsetPlan(node, headset, rule, HeadsetSurroundings(hasDisplay: hasDisplay, reachesUs: reachesUs))
    }

    @Test("HEADSET12: beside a desktop that acts on the keys nothing is read, and one is told how to change that")
    func desktop() {
        for node in [Self.headset, Self.avrcp] {
            guard case .off(let reason) = Self.plan(node).reading else {
                Issue.record("\(node.name) is read")
                continue
            }
            #expect(reason.code == .input(.desktopActs) && reason.description.contains("grab = media-only"))
        }
        #expect(Self.plan(Self.headset).isOfInterest)
        #expect(!Self.plan(Self.consumer).isOfInterest)
    }

    @Test("HEADSET15, B8: where the desktop's presses reach Baton too, keys are read, and clicks are not counted twice")
    func reaching() {
        let plan = Self.plan(Self.headset, reachesUs: true)
        #expect(plan.reading == .shared)
        #expect(plan.settings.patternKeys.isEmpty)
        #expect(plan.wanted?.contains(164) == true && plan.wanted?.contains(115) == false)
    }

    @Test("B1, B6: with no desktop, clicks of one button are counted, and all keys are seen")
    func alone() {
        let plan = Self.plan(Self.headset, hasDisplay: false)
        #expect(plan.reading == .shared)
        #expect(plan.settings.patternKeys == [.media, .playPause])
        #expect(plan.wanted == nil)
    }

    @Test("HEADSET14, B10: a grab is for headsets and media-only nodes")
    func grab() {
        #expect(Self.plan(Self.headset) { $0.grab = .mediaOnly }.reading == .grabbed)
        #expect(Self.plan(Self.avrcp) { $0.grab = .mediaOnly }.reading == .grabbed)
        // It has the key of a calculator too.
        let consumer = Self.plan(Self.consumer) { $0.grab = .mediaOnly }
        guard case .off = consumer.reading else {
            Issue.record("a node with other keys is grabbed")
            return
        }
        var rule = Configuration.DeviceRule()
        rule.grab = .never
        #expect(Self.plan(Self.headset, rule, hasDisplay: false) { $0.grab = .mediaOnly }.reading == .shared)
    }

    @Test("a keyboard is never read, whatever is configured", arguments: [ButtonChoice.auto, .yes])
    func keyboards(_ use: ButtonChoice) {
        var rule = Configuration.DeviceRule()
        rule.use = use
        rule.grab = .mediaOnly
        rule.keys = [KeyBinding(key: .playPause, action: .remoteControl(.play))]
        let plan = Self.plan(Self.keyboard, rule, hasDisplay: false) { $0.shared = .yes }
        guard case .ignored = plan.reading else {
            Issue.record("a keyboard is read")
            return
        }
    }

    @Test("B7: AVRCP counts its clicks itself, and is taken at its word unless the user says otherwise")
    func avrcp() {
        let plan = Self.plan(Self.avrcp, hasDisplay: false)
        #expect(plan.settings.patternKeys.isEmpty && plan.settings.belief == .sent)
        #expect(Self.plan(Self.avrcp, hasDisplay: false) { $0.correctsBelief = true }.settings.belief == .corrected)
        #expect(Self.plan(Self.headset, hasDisplay: false) { $0.correctsBelief = true }.settings.belief == .sent)
        var rule = Configuration.DeviceRule()
        rule.belief = .toggle
        #expect(Self.plan(Self.avrcp, rule, hasDisplay: false).settings.belief == .toggle)
        #expect(Self.plan(Self.headset, rule, hasDisplay: false).settings.belief == .sent)
        rule.wear = .yes
        #expect(
            Self.plan(Self.avrcp, rule, hasDisplay: false).settings.belief == .sent, "I52: it feels whether it is worn")
    }

    @Test("HEADSET4, HEADSET15: keys that no desktop knows count beside one, and only they")
    func unknownKeys() {
        let node = InputNode(path: "", name: "Plantronics", vendor: 0x047f, keys: KeySet([0x100, 0x101, 164]))
        var rule = Configuration.DeviceRule()
        rule.keys = [
            KeyBinding(key: PressKey(rawValue: 0x100), action: .remoteControl(.togglePlayPause)),
            KeyBinding(key: .playPause, action: .remoteControl(.play)),
        ]
        let plan = Self.plan(node, rule)
        #expect(plan.reading == .shared)
        #expect(plan.settings.keys.keys.map(\.rawValue) == [0x100])
        #expect(plan.wanted?.codes == [0x100])
    }

    @Test("a key of its own is no click, and one bound to nothing is not taken")
    func bindings() {
        var rule = Configuration.DeviceRule()
        rule.keys = [
            KeyBinding(key: .playPause, action: .pinNextPlayer), KeyBinding(key: .nextSong, action: nil),
        ]
        let settings = Self.plan(Self.headset, rule, hasDisplay: false).settings
        #expect(settings.patternKeys == [.media])
        #expect(settings.keys[.playPause] == .pinNextPlayer)
        #expect(settings.keys[.nextSong] == nil)
    }

    @Test("shared = no means no, also without a desktop; enabled = no and use = no forget the node")
    func no() {
        let unshared = Self.plan(Self.headset, hasDisplay: false, reachesUs: true) { $0.shared = .no }
        guard case .off = unshared.reading else {
            Issue.record("it is read")
            return
        }
        #expect(Self.plan(Self.headset) { $0.isEnabled = false }.reading == .ignored(.input(.headsetsOff)))
        var rule = Configuration.DeviceRule()
        rule.use = .no
        #expect(Self.plan(Self.headset, rule).reading == .ignored(.input(.deviceOff)))
    }

    // The last one ends with a combining mark: by characters, its relay's name does not end with the suffix.
    @Test("what Baton hands keys on by is not read, whatever its device is called", arguments: ["BT600", "x\u{6DD}"])
    func relay(_ device: String) {
        var node = Self.headset
        node.name = device + KeyRelay.suffix
        guard case .ignored = Self.plan(node, hasDisplay: false).reading else {
            Issue.record("Baton reads itself")
            return
        }
    }

    @Test("of several [device] sections the one that says most of the name counts")
    func rules() {
        var exact = Configuration.DeviceRule()
        exact.use = .no
        var wide = Configuration.DeviceRule()
        wide.use = .yes
        let rules = DeviceRules(["*": wide, "usb head*": exact, "Other": wide])
        #expect(rules.rule(for: "USB Headset") == exact)
        #expect(rules.rule(for: "Buds") == wide)
        #expect(DeviceRules([:]).rule(for: "Buds") == nil)
        #expect(DeviceRules(["Buds": exact]).rule(for: "Buds (AVRCP)") == exact, "the node of a Bluetooth headset")
    }

    @Test("what was learned names the device, the key and the line of the configuration")
    func learned() {
        func learn(_ key: PressKey, hasDisplay: Bool) -> LearnedButton {
            LearnedButton(
                Self.headset, key, Configuration.Headset(), DeviceRules([:]),
                HeadsetSurroundings(hasDisplay: hasDisplay))
        }
        let button = learn(.playPause, hasDisplay: false)
        #expect(button.key == "KEY_PLAYPAUSE" && button.node == "/dev/input/event7")
        #expect(button.configuration == ["[headset]", "click = toggle-play-pause"])
        #expect(button.action == "clicks" && button.role == "headset" && button.reading == "shared")
        #expect(button.reason == nil)
        let other = learn(PressKey(rawValue: 0x100), hasDisplay: true)
        #expect(other.action == "nothing" && other.reading == "off" && other.reason == .input(.desktopActs))
        #expect(other.configuration == ["[device USB Headset]", "key = BTN_0 toggle-play-pause"])
    }
}
