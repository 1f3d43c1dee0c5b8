// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDoctor
import BatonForms
import BatonPages
import BatonSettings
import Testing

/// What the page of the buttons shows of a press, and of the way to teach Baton a headset and the media keys.
@Suite struct PressTests {
    private func view(_ text: String) throws -> ConfigurationView {
        var view = ConfigurationView()
        view.settings = try Configuration.read(Array(text.utf8), source: "baton.conf").configuration
        return view
    }

    private func state(
        _ kind: InputKind, _ device: String, _ command: String, _ text: String = "", headsets: [String] = [],
        player: String = "mpv", outcome: String = "handled"
    ) throws -> WindowState {
        var state = WindowState()
        state.condition = .answering
        state.configuration = try view(text)
        state.press = ArrivedPress(
            kind: kind.rawValue, device: device, command: command, player: player, outcome: outcome, time: "17:04:12",
            state.configuration.settings, headsets: headsets)
        return state
    }

    private func rows(_ state: WindowState) -> [FormRow] {
        Form.buttons(state).groups.first { $0.id == "press" }?.rows ?? []
    }

    @Test("before the first press nothing is told of one")
    func none() {
        #expect(rows(WindowState()).isEmpty)
    }

    @Test("a press tells what it is, whence it came and who got it; one that nobody got wants a look")
    func told() throws {
        let first = try #require(rows(try state(.evdev, "Headset", "next-track")).first)
        #expect(first.title == "Next track, from Headset" && first.subtitle == "17:04:12: mpv got it (handled)")
        #expect(first.tone == .good)
        let lost = try #require(
            rows(try state(.evdev, "Headset", "next-track", player: "", outcome: "unhandled")).first)
        #expect(lost.subtitle == "17:04:12: nobody got it (unhandled)" && lost.tone == .warning)
    }

    @Test("a click shows its line of the configuration, and what else it can do")
    func click() throws {
        let row = try #require(rows(try state(.evdev, "Headset", "next-track")).dropFirst().first)
        #expect(row.title == "Two clicks" && row.subtitle == "[headset] double-click = next-track")
        guard case .choice(let choices, let chosen?) = row.control else { return #expect(Bool(false), "no choice") }
        #expect(choices[chosen].action == .set(section: "headset", key: "double-click", value: "next-track"))
        for choice in choices {
            guard case .set("headset", "double-click", let value?) = choice.action else {
                return #expect(Bool(false), "\(choice)")
            }
            let settings = try view("[headset]\ndouble-click = \(value)\n").settings
            #expect(settings.line("headset", "double-click")?.value == value)
        }
    }

    @Test("the row of a click stays when something else is chosen for it, and shows that")
    func chosen() throws {
        var state = try state(.evdev, "Headset", "next-track")
        state.configuration = try view("[headset]\ndouble-click = volume-up\n")
        let row = try #require(rows(state).dropFirst().first)
        #expect(row.title == "Two clicks" && row.subtitle == "[headset] double-click = volume-up")
    }

    @Test("a key that the configuration gives to a device is shown with its line")
    func key() throws {
        let text = "[device Head*]\nkey = 171 volume-up\nkey = 172 next-track\n"
        let row = try #require(rows(try state(.evdev, "Headset", "next-track", text)).dropFirst().first)
        #expect(row.subtitle == "[device Head*] key = 172 next-track" && row.control == .none, "\(row)")
    }

    @Test("of Bluetooth headsets each that is connected is shown with what it means by Play and Pause")
    func bluetooth() throws {
        let all = rows(try state(.bluetooth, "Bluetooth hci0", "pause", headsets: ["One", "Two", "a]b"]))
        #expect(
            all.map(\.subtitle).dropFirst().prefix(2)
                == ["[device One] play-pause = sent", "[device Two] play-pause = sent"])
        #expect(all.count == 4, "no section can be called a]b")
        guard case .choice(let choices, 0) = all[1].control else { return #expect(Bool(false), "no choice") }
        #expect(choices.map(\.action).contains(.set(section: "device One", key: "play-pause", value: "corrected")))
        #expect(rows(try state(.bluetooth, "Bluetooth hci0", "next-track", headsets: ["One"])).count == 2)
    }

    @Test(
        "media keys show what brings them here",
        arguments: [
            (InputKind.mediaKeys, "[media-keys] daemons = yes"), (.portal, "[media-keys] portal = no"),
        ])
    func keys(_ kind: InputKind, _ line: String) throws {
        let row = try #require(rows(try state(kind, "desktop", "play")).dropFirst().first)
        #expect(row.subtitle == line)
        if case .toggle = row.control {} else { Issue.record("no switch") }
    }

    @Test("any command can be switched off, and on again, and others stay off", arguments: InputKind.allCases)
    func delivery(_ kind: InputKind) throws {
        let row = try #require(rows(try state(kind, "x", "stop", "[remote-control]\ndisabled = play\n")).last)
        #expect(row.subtitle == "Off: [remote-control] disabled = stop")
        #expect(
            row.control
                == .toggle(
                    isOn: true,
                    on: .changeList(section: "remote-control", key: "disabled", adding: [], removing: ["stop"]),
                    off: .changeList(section: "remote-control", key: "disabled", adding: ["stop"], removing: [])))
        let off = try #require(rows(try state(kind, "x", "play", "[remote-control]\ndisabled = play\n")).last)
        guard case .toggle(false, .changeList(_, _, [], ["play"]), _) = off.control else {
            return #expect(Bool(false), "\(off)")
        }
    }

    @Test("a connected headset can be learned, whatever it is called; its name is no option")
    func learn() throws {
        var state = WindowState()
        state.headsets = ["--help", "\u{202E}evil"]
        let form = Form.buttons(state)
        let row = try #require(form.row("headset-0"))
        #expect(row.control == .buttons([FormButton("Learn", .converse(.learnHeadset("--help")))]))
        #expect(Conversation.Kind.learnHeadset("--help").words == ["learn", "--", "--help"])
        #expect(form.row("headset-1")?.title.unicodeScalars.contains("\u{202E}") == false)
    }

    @Test("the media keys tell whether they are connected; changes are shown before they are made")
    func mediaKeys() throws {
        var state = WindowState()
        state.mediaKeys = PromiseFinding(.mediaKeys, .ready, "sway sends them to Baton")
        #expect(Form.buttons(state).row("keys")?.subtitle.hasPrefix("ready: sway sends them to Baton\n") == true)
        #expect(Form.buttons(state).row("keys")?.control == .buttons([FormButton("Show", .converse(.showKeyChanges))]))
        var shown = Conversation(.showKeyChanges)
        state.conversation = shown
        #expect(Form.buttons(state).row("conversation")?.control.actions == [.endConversation], "it still lists them")
        shown.isRunning = false
        state.conversation = shown
        #expect(
            Form.buttons(state).row("conversation")?.control.actions == [.endConversation], "nothing would change")
        state.mediaKeys = PromiseFinding(.mediaKeys, .partly, "KDE sends them to a player that it picks itself")
        #expect(
            Form.buttons(state).row("conversation")?.control.actions == [.converse(.bindKeys), .endConversation])
        state.keysAreBound = true
        #expect(
            Form.buttons(state).row("keys")?.control == .buttons([FormButton("Disconnect", .converse(.returnKeys))]))
        #expect(Conversation.Kind.returnKeys.words == ["setup", "--media-keys", "--revert"])
    }

    @Test("what the media keys do is asked anew after what may change them, and after nothing else")
    func keyChanges() {
        let changing: [Conversation.Kind] = [.bindKeys, .returnKeys, .mend(["--media-keys"]), .takeBack]
        #expect(!changing.contains { !$0.mayChangeKeys })
        let others: [Conversation.Kind] = [
            .calibrate, .forgetCalibration, .learnButton, .learnHeadset("h"), .showKeyChanges,
        ]
        #expect(!others.contains { $0.mayChangeKeys })
    }
}
