// SPDX-License-Identifier: Apache-2.0

import BatonButtons
import BatonEvents
import BatonInput
import Testing

@testable import BatonIntake
@testable import BatonSettings

/// The lines that `batonctl learn` prints are accepted by the configuration's reader, and do what they say.
@Suite("Learned lines")
struct LearnedLinesTests {
    private static let deviceNames = [
        "USB Headset", "Plantronics Plantronics .Audio 648 USB", "Jack", "a", "", "*", "Odd [Headset] #1; v2",
        "Kopfhörer mit einem Namen, der länger als zweiundvierzig Bytes ist, viel länger",
        "Tab\tand\u{7F}bell\u{7} Headset", String(repeating: "é", count: 30), String(repeating: "x", count: 42),
        String(repeating: "x", count: 43), String(repeating: "🎧", count: 40), "\u{85}next line",
        "\u{302E}a mark that joins the space before it",
    ]

    private func configuration(_ text: String) throws -> Configuration {
        try Configuration.read(Array(text.utf8), source: "baton.conf", keys: .kernel).configuration
    }

    /// Expects that the lines are accepted after the present ones, and that the key has an action then.
    private func expectWorks(
        _ node: InputNode, _ key: PressKey, _ surroundings: HeadsetSurroundings, present: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> String {
        let before = try configuration(present)
        let lines = LearnedLines(node, key, before.headset, DeviceRules(before.devices), surroundings).lines
            .joined(separator: "\n")
        let after = try configuration(present + lines + "\n")
        let plan = HeadsetPlan(
            node, after.headset, DeviceRules(after.devices).rule(for: node.name), surroundings)
        let acts = plan.settings.patternKeys.contains(key) || plan.settings.keys[key] != nil
        #expect(!plan.isOff && acts, "\(lines)\n\(plan.words)", sourceLocation: sourceLocation)
        return lines
    }

    @Test("whatever a device calls itself, batond takes the lines, and the key does something", arguments: deviceNames)
    func names(_ name: String) throws {
        let node = InputNode(
            path: "/dev/input/event7", name: name, vendor: 0x047f, keys: KeySet([164, 113, 114, 115, 0x100]))
        for hasDisplay in [false, true] {
            for reaches in [false, true] {
                let surroundings = HeadsetSurroundings(hasDisplay: hasDisplay, reachesUs: reaches)
                for key in [PressKey.playPause, PressKey(rawValue: 0x100), PressKey(rawValue: 113)] {
                    _ = try expectWorks(node, key, surroundings)
                }
            }
        }
    }

    @Test("beside a desktop that acts on the keys, it is the grab that makes one Baton's")
    func grab() throws {
        let beside = HeadsetSurroundings(hasDisplay: true)
        let lines = try expectWorks(HeadsetPlanTests.headset, .playPause, beside)
        #expect(lines == "[device USB Headset]\ngrab = media-only")
        // Also if another key of the device has an action already.
        let node = InputNode(path: "", name: "Plantronics", vendor: 0x047f, keys: KeySet([0x100, 0x101, 164]))
        let present = "[device plan*]\nkey = BTN_0 next-track\n"
        #expect(try expectWorks(node, .playPause, beside, present: present) == "[device plan*]\ngrab = media-only")
        #expect(
            try expectWorks(node, PressKey(rawValue: 0x101), beside, present: present)
                == "[device plan*]\nkey = BTN_1 toggle-play-pause")
    }

    @Test("a key that is no media key wants the grab and a line of its own")
    func both() throws {
        let node = InputNode(path: "", name: "Headset", vendor: 0x047f, keys: KeySet([164, 171]))
        let lines = try expectWorks(node, PressKey(rawValue: 171), HeadsetSurroundings(hasDisplay: true))
        #expect(lines == "[device Headset]\ngrab = media-only\nkey = KEY_CONFIG toggle-play-pause")
    }

    @Test("what may not be grabbed is shared with the desktop")
    func shared() throws {
        let lines = try expectWorks(HeadsetPlanTests.consumer, .playPause, HeadsetSurroundings(hasDisplay: true))
        #expect(lines == "[headset]\nshared = yes")
    }
}
