// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import Testing

@testable import batonctl

/// What `batonctl learn` makes of the agent's codes.
@Suite struct LearnedButtonTextTests {
    private func button(_ action: String, _ role: String, _ reading: String, _ reason: Reason? = nil) -> LearnedButton {
        var button = LearnedButton()
        button.input = "evdev"
        button.action = action
        button.role = role
        button.reading = reading
        button.reason = reason
        return button
    }

    private func how(_ role: String, _ reading: String, _ reason: Reason? = nil) -> String? {
        button("", role, reading, reason).lines.first { $0.hasPrefix("how") }
    }

    @Test("the lines are those of docs/headsets.md")
    func lines() {
        var learned = button("passed-on", "headset", "shared")
        learned.device = "Plantronics Plantronics .Audio 648 USB"
        learned.node = "/dev/input/event7"
        learned.key = "BTN_2"
        learned.configuration = ["[device Plantronics Plantronics .Audio 648 USB]", "key = BTN_2 toggle-play-pause"]
        #expect(
            learned.lines == [
                "input   evdev", "device  Plantronics Plantronics .Audio 648 USB", "node    /dev/input/event7",
                "key     BTN_2", "does    nothing; other programs get it",
                "how     a headset, by its keys and name or sound card; other programs get its keys too", "",
                "In baton.conf:",
                "  [device Plantronics Plantronics .Audio 648 USB]", "  key = BTN_2 toggle-play-pause",
            ])
    }

    @Test("a press that came as a command tells so, and has no lines for what is not known")
    func command() {
        #expect(
            button("next-track", "", "command").lines == [
                "input   evdev", "does    next-track",
                "how     it came as a command; only the device knows which button it was",
            ])
    }

    @Test("each word has a sentence, and the reason stands behind it")
    func sentences() {
        for role in ButtonRole.allCases { #expect(how(role.rawValue, "")?.contains(" ") == true, "\(role)") }
        for reading in ButtonReading.allCases { #expect(how("", reading.rawValue) != nil, "\(reading)") }
        #expect(
            how("avrcp", "grabbed") == "how     a Bluetooth headset's own commands (AVRCP); only Baton gets its keys")
        #expect(
            how("media-keys", "ignored", .input(.deviceOff))
                == "how     media keys of a device that is not a headset; not read: [device] use = no")
        #expect(
            how("headset", "off", .input(.desktopActs))?.hasPrefix(
                "how     a headset, by its keys and name or sound card; off: the desktop acts on its keys") == true)
        #expect(
            button("clicks", "", "").lines.last
                == "does    clicks: click, double-click, triple-click, hold, click-hold, double-click-hold")
    }

    @Test("words and codes of a newer agent are printed as they are")
    func newer() {
        #expect(how("drum", "beaten", Reason(.unknown("dog"))) == "how     drum; beaten: dog")
        #expect(button("bark", "", "").lines.last == "does    bark")
    }

    @Test("--json has the codes beside the text")
    func json() {
        var learned = button("nothing", "headset", "off", .input(.nodeGrabbed, [.path: "/dev/input/event7"]))
        learned.configuration = ["[headset]", "shared = yes"]
        #expect(
            learned.json.text.hasSuffix(
                #""action":"nothing","explanation":"a headset, by its keys and name or sound card; off: another "#
                    + #"program has grabbed /dev/input/event7","role":"headset","reading":"off","#
                    + #""code":"node-grabbed","details":{"path":"/dev/input/event7"},"#
                    + #""configuration":"[headset]\nshared = yes"}"#), "\(learned.json.text)")
    }
}
