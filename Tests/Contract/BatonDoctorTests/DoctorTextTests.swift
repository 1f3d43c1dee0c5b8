// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonDoctor
import Testing

/// The words of the doctor's rows: the sentence of a code, and the advice.
@Suite struct DoctorTextTests {
    private func text(
        _ section: DoctorSection, _ name: String, _ state: DoctorState, _ reason: Reason?
    ) -> DoctorText {
        DoctorFinding(section: section.rawValue, name: name, state: state.rawValue, reason: reason).text
    }

    @Test("a row comes over the bus as it was; a value that is none is passed over")
    func travels() {
        let reason = Reason.doctor(.faceTaken, [.service: "x", .process: .number(7)])
        let value = Value.structure([.string("input"), .string("mpris"), .string("off")] + reason.values)
        #expect(
            DoctorFinding(wire: value) == DoctorFinding(section: "input", name: "mpris", state: "off", reason: reason))
        #expect(DoctorFinding(wire: value)?.text.reason == "another program (process 7) owns x")
        #expect(DoctorFinding(wire: .string("x")) == nil && DoctorFinding(wire: .structure([.string("input")])) == nil)
    }

    // The word of a source that delivers presses is its sentence.
    @Test(
        "each code of the doctor has a sentence in a section",
        arguments: DoctorCode.allCases.filter { $0 != .listening })
    func sentences(_ code: DoctorCode) {
        let details: Reason.Details = [.version: "1", .path: "/p", .wayland: "w"]
        let reasons = DoctorSection.allCases.map {
            text($0, $0 == .route ? "xtest" : "", .works, .doctor(code, details)).reason
        }
        #expect(reasons.contains { !$0.isEmpty && $0 != code.rawValue })
    }

    @Test("no two codes of the doctor have the same sentence in a section", arguments: DoctorSection.allCases)
    func distinct(_ section: DoctorSection) {
        let details: Reason.Details = [.service: "s", .program: "p", .process: .number(7), .desktop: "d"]
        // A code of another section is shown by its word.
        let sentences = Dictionary(grouping: DoctorCode.allCases) {
            text(section, DoctorName.keysHelper, .works, .doctor($0, details))
        }
        for (sentence, same) in sentences { #expect(same.count == 1, "\(same): \(sentence)") }
    }

    @Test("what does not work without a helper is told of each, and of no other program")
    func helpers() {
        func missing(_ name: String) -> String { text(.service, name, .unavailable, .doctor(.programMissing)).reason }
        #expect(Set(DoctorName.helpers.map(missing)).count == DoctorName.helpers.count)
        #expect(!DoctorName.helpers.map(missing).contains(DoctorCode.programMissing.rawValue))
        #expect(missing("baton-newer") == DoctorCode.programMissing.rawValue)
    }

    @Test("the libraries that a helper lacks are named with their packages, and no unknown one is")
    func libraries() {
        func row(_ names: String, _ state: DoctorState = .unavailable) -> DoctorText {
            text(.service, DoctorName.sensorHelper, state, .doctor(.librariesMissing, [.libraries: .text(names)]))
        }
        #expect(
            row("libiio.so.0")
                == DoctorText(
                    "baton-sensor needs a library that is not installed: libiio.so.0, so Baton cannot recognize shakes",
                    "on Debian and Ubuntu: sudo apt install libiio0 && systemctl --user restart app-org.baton.Baton"))
        #expect(row("libX11.so.6, libXtst.so.6").advice.contains("sudo apt install libx11-6 libxtst6 &&"))
        #expect(row("libiio.so.0", .off).advice.isEmpty)
        for names in ["", "x; rm -rf ~", "libiio.so.0, libother.so"] {
            #expect(
                row(names).advice
                    == "install it with your package manager, then: systemctl --user restart app-org.baton.Baton",
                "\(names)")
        }
        let details: Reason.Details = [.libraries: "libX11.so.6"]
        for found in [
            text(.route, "xtest", .unavailable, .route(.librariesMissing, details)),
            text(.sensor, DoctorName.accelerometer, .unavailable, .sensor(.librariesMissing, details)),
            text(.interruptions, DoctorName.soundServer, .unavailable, .doctor(.librariesMissing, details)),
        ] {
            #expect(found.reason.hasSuffix(": libX11.so.6") && found.advice.contains("libx11-6"))
        }
    }

    @Test("a code or a section of a newer agent is shown by its word")
    func newer() {
        for section in DoctorSection.allCases {
            #expect(text(section, "x", .works, Reason(.unknown("dog"))) == DoctorText("dog"))
            #expect(text(section, "x", .works, nil) == DoctorText(""))
        }
        let row = DoctorFinding(section: "dogs", name: "x", state: "works", reason: .session(.locked))
        #expect(row.text == DoctorText("the session is locked"))
    }

    @Test("SIGN8: the row of the accelerometer says that the gyroscope disagrees with it")
    func disagreement() {
        func row(_ evidence: String, axes: String? = nil) -> DoctorText {
            var details: Reason.Details = [
                .device: "a", .mode: "poll", .rate: .fraction(50), .sign: "kernel", .signEvidence: .text(evidence),
            ]
            details[.axes] = axes.map { .text($0) }
            return text(.sensor, "accelerometer", .works, .sensor(.reading, details))
        }
        #expect(!row("chip").reason.contains("disagree") && row("chip").advice.contains("batonctl calibrate --axes"))
        let contradictory = row("chip", axes: "disagree")
        #expect(contradictory.reason.contains("disagree about how the device turns"))
        #expect(contradictory.advice.contains("batonctl calibrate --axes"))
        // What is as it should be is told only to those who ask for everything.
        func brief(_ axes: String?) -> DoctorText {
            var details: Reason.Details = [.device: "a", .mode: "poll", .sign: "kernel", .signEvidence: "chip"]
            details[.axes] = axes.map { .text($0) }
            return DoctorFinding(
                section: "sensor", name: "accelerometer", state: "works", reason: .sensor(.reading, details)
            ).briefText
        }
        #expect(!brief(nil).reason.contains("gravity") && brief(nil).advice.isEmpty)
        #expect(brief("disagree").reason.contains("disagree"))
    }

    @Test("what did not answer in time is told in each section", arguments: DoctorSection.allCases)
    func late(_ section: DoctorSection) {
        #expect(
            text(section, "at-spi", .unavailable, .doctor(.unanswered))
                == DoctorText("no answer within two seconds", "see the log: journalctl --user -u app-org.baton.Baton"))
    }

    @Test(
        "a route tells which apps it reaches, or why it cannot be used and what to do",
        arguments: [
            ("portal", .needsConsent, .route(.needsConsent), "your desktop asks you first, once", "batonctl setup"),
            ("xtest", .works, .doctor(.routeReady), "works in all X11 apps", ""),
            (
                "virtual-keyboard", .unavailable, .route(.noVirtualKeyboard),
                "the compositor has no zwp_virtual_keyboard_manager_v1; Baton uses the route portal instead where there is one",
                ""
            ),
            (
                "xtest", .unavailable, .route(.noHelper),
                "baton-keys is not installed beside batond or in libexec/baton", "reinstall Baton"
            ),
            ("xtest", .unavailable, .route(.noX11Display), "this session has no X11 display", ""),
            (
                "xtest", .off, .doctor(.routeUnused), "not enabled",
                "add 'route = xtest' under [undo]"
            ),
            (
                "uinput", .off, .doctor(.unusualRouteUnused), "not enabled",
                "if the routes above are not enough, add 'route = uinput' under [undo] (see docs/undo.md for the trade-offs)"
            ),
        ] as [(String, DoctorState, Reason, String, String)])
    func routes(_ name: String, _ state: DoctorState, _ reason: Reason, _ sentence: String, _ advice: String) {
        #expect(text(.route, name, state, reason) == DoctorText(sentence, advice))
    }

    @Test("the app in front is told by name and process, and whether a shake asks or nothing is pressed")
    func focus() {
        let details: Reason.Details = [.app: "XTerm", .process: .number(7)]
        #expect(
            text(.focus, "x11", .works, .doctor(.deniedAppInFront, details))
                == DoctorText("in front: XTerm, process 7; Baton never presses keys there"))
        #expect(
            text(.focus, "x11", .works, .doctor(.askingAppInFront, [.process: .number(7)]))
                == DoctorText("in front: the app of process 7, process 7; a shake always asks there"))
        #expect(text(.focus, "x11", .works, .doctor(.appInFront)) == DoctorText("in front: an app without a name"))
    }

    @Test("advice about the accessibility bus is with its row only, and where it helps")
    func accessibility() {
        func advice(_ state: DoctorState, _ code: FocusCode, _ name: String = "at-spi") -> String {
            text(.focus, name, state, .focus(code)).advice
        }
        #expect(advice(.works, .noAccessibleApp).contains("toolkit-accessibility"))
        #expect(advice(.unavailable, .failed).contains("toolkit-accessibility"))
        #expect(advice(.off, .accessibilityInvalid) == "install at-spi2-core and log in again")
        #expect(advice(.works, .desktop).isEmpty && advice(.unavailable, .failed, "kwin").isEmpty)
    }

    @Test("a daemon that cannot offer a choice is told; for one that draws no buttons it is told how to redo")
    func notifications() {
        func text(_ code: DoctorCode, _ program: String, _ version: String) -> DoctorText {
            self.text(
                .notifications, "daemon", .works,
                .doctor(code, [.program: .text(program), .version: .text(version)]))
        }
        #expect(text(.noChoices, "bar", "3").reason == "bar 3 cannot offer choices, so a shake cannot ask")
        #expect(text(.choicesOffered, "mako", "1.7").reason.hasSuffix("for Redo: makoctl menu"))
        #expect(text(.choicesOffered, "dunst", "").reason.hasPrefix("dunst shows no buttons: "))
        #expect(text(.choicesOffered, "", "").reason == "a program without a name offers choices")
        #expect(text(.noNotifications, "", "").advice.hasSuffix("[undo] mode = immediate"))
    }

    @Test(
        "SIGN2, SIGN6: which sign was assumed is told, with the reason, and the key where it is only an assumption",
        arguments: [
            ("hid", "name", "HID sensors, because of its name", "acceleration-sign = kernel"),
            ("hid", "hub", "because it belongs to a HID sensor hub", "acceleration-sign = kernel"),
            ("kernel", "chip", "the kernel's own drivers, because it is not a HID sensor", "acceleration-sign = hid"),
            ("kernel", "matrix", "and its mount matrix fits to it", ""),
            ("hid", "configured", "by the configuration", ""),
            ("hid", "of a later version", "HID sensors", "acceleration-sign = kernel"),
        ])
    func sign(_ sign: String, _ evidence: String, _ reason: String, _ advice: String) {
        let text = text(
            .sensor, DoctorName.accelerometer, .works,
            .sensor(.reading, [.device: .text("x"), .sign: .text(sign), .signEvidence: .text(evidence)]))
        #expect(text.reason.hasSuffix(reason))
        #expect(advice.isEmpty ? text.advice.isEmpty : text.advice.contains(advice))
    }

    @Test(
        "why the sensor is off is told with the command that changes it",
        arguments: [
            (.sensor(.offByUser), "batonctl shake on"), (.sensor(.paused), "batonctl shake on"),
            (.sensor(.offByConfiguration), "[shake] enabled = yes"), (.session(.locked), "unlock"),
            (.session(.lidClosed), "open the lid"), (.sensor(.noAccelerometer), "batonctl simulate-shake"),
            (.sensor(.noHelper), "reinstall Baton"), (.sensor(.retrying), "journalctl"), (.sensor(.reading), ""),
            (.sensor(.starting), ""), (.sensor(.idle), ""),
        ] as [(Reason, String)])
    func sensor(_ status: Reason, _ advice: String) {
        let text = text(.sensor, DoctorName.accelerometer, .off, status)
        #expect(advice.isEmpty ? text.advice.isEmpty : text.advice.contains(advice))
        #expect(!text.reason.isEmpty && !text.reason.hasPrefix("off"))
    }

    @Test("a name that another program has is told with that program, and how to end it")
    func faces() {
        let details: Reason.Details = [.service: "x", .program: "playerctld", .process: .number(1)]
        #expect(
            text(.input, "mpris", .unavailable, .doctor(.faceTaken, details))
                == DoctorText(
                    "playerctld (process 1) owns x",
                    "stop it (kill 1), and Baton takes over the name; or set [mpris] name = baton"))
        #expect(
            text(.input, "mpris", .unavailable, .doctor(.faceTaken, [.service: "x"]))
                == DoctorText(
                    "another program owns x", "stop it, and Baton takes over the name; or set [mpris] name = baton"))
        #expect(
            text(.input, "mpris", .works, .doctor(.faceOwned, [.service: "x"])).reason
                == "media keys and bars find Baton as x")
    }

    @Test("an input that waits says so, and one that is off says why")
    func inputs() {
        #expect(text(.input, "headset", .works, .doctor(.listening)) == DoctorText("listening"))
        #expect(
            text(.input, "hci0", .off, .input(.bluezSilent))
                == DoctorText("waiting: bluetoothd does not answer, and is asked again"))
        #expect(
            text(.input, "hci0", .unavailable, .input(.noAVRCPTarget))
                == DoctorText("this adapter's BlueZ has no AVRCP target"))
    }

    @Test("the row of Bluetooth tells how many adapters there are, who else has players, and what to do")
    func bluetooth() {
        func text(_ state: DoctorState, _ reason: Reason) -> DoctorText {
            self.text(.input, DoctorName.bluetooth, state, reason)
        }
        #expect(
            text(.off, .input(.bluetoothOff))
                == DoctorText("[bluetooth] enabled = no in the configuration", "set it to yes"))
        #expect(
            text(.unavailable, .input(.bluezSilent))
                == DoctorText("bluetoothd does not answer", "sudo systemctl restart bluetooth"))
        for (count, sentence) in [(1, "there is 1 Bluetooth adapter"), (2, "there are 2 Bluetooth adapters")] {
            #expect(text(.works, .doctor(.adaptersFound, [.count: .number(UInt32(count))])) == DoctorText(sentence))
        }
        #expect(
            text(.unavailable, .doctor(.proxyRegisters, [.process: .number(5)])).advice
                .hasSuffix("systemctl --user disable --now mpris-proxy"))
        #expect(
            text(.works, .doctor(.dummyPlayer, [.program: "WirePlumber", .process: .number(5)])).reason
                == "WirePlumber (process 5) may have registered an empty player, which gets the buttons if it came first"
        )
    }

    @Test("a desktop whose media keys go past Baton is told, and how to change that")
    func mediaKeys() {
        let sway = text(
            .input, DoctorName.mediaKeys, .needsConsent, .doctor(.compositorKeepsKeys, [.desktop: "sway"]))
        #expect(sway.reason.hasPrefix("sway runs whatever its config binds; Baton does not"))
        #expect(sway.advice.contains("batonctl setup --media-keys"))
        let other = text(.input, DoctorName.mediaKeys, .unavailable, .doctor(.desktopKeepsKeys))
        #expect(other.reason == "this desktop does not pass its media keys on")
        #expect(other.advice.contains("batonctl send toggle"))
    }

    @Test("settings are told with the first of their warnings; a helper that is missing with what it costs")
    func service() {
        let details: Reason.Details = [
            .path: "/h/b.conf", .count: .number(1), .place: "b.conf:3", .message: "unknown key 'x'",
        ]
        #expect(
            text(.service, "configuration", .works, .doctor(.configurationWarnings, details))
                == DoctorText("/h/b.conf, 1 warning, the first: b.conf:3: unknown key 'x'", "batonctl check"))
        #expect(
            text(.service, "choices", .unavailable, .doctor(.choicesUnwritten, [.message: "/s cannot be made"])).reason
                == "what you choose is forgotten when batond ends: /s cannot be made")
        #expect(
            text(.service, "configuration", .works, .doctor(.configurationRead)).reason
                == "no file, and none is needed")
        #expect(
            text(.service, DoctorName.keysHelper, .unavailable, .doctor(.programMissing)).reason
                .hasSuffix("so Baton cannot press keys"))
        #expect(
            text(.service, DoctorName.sensorHelper, .unavailable, .doctor(.programMissing)).reason
                .hasSuffix("so Baton cannot recognize shakes"))
        #expect(
            text(.service, DoctorName.audioHelper, .unavailable, .doctor(.programMissing)).reason
                .hasSuffix("so Baton notices neither calls nor lost outputs"))
        #expect(text(.service, "unit", .off, .doctor(.unitUnused)).advice.contains("enable --now"))
        #expect(
            text(.service, "undo", .off, .undo(.off))
                == DoctorText("[undo] mode = off in the configuration", "set it to confirm or immediate"))
    }

    @Test("without a display it is told how the user manager learns of it; an obstacle says that nothing is undone")
    func session() {
        func display(_ code: DoctorCode, _ details: Reason.Details = [:]) -> DoctorText {
            text(.session, DoctorName.display, .works, .doctor(code, details))
        }
        #expect(display(.displayUnknown).advice.contains("import-environment"))
        #expect(
            display(.displayGone, [.gone: "wayland-1"]).reason
                == "WAYLAND_DISPLAY=wayland-1 names a compositor that has ended")
        #expect(
            display(.displayFound, [.wayland: "wayland-1", .x11: ":0", .desktop: "sway"])
                == DoctorText("Wayland wayland-1, X11 :0, sway"))
        #expect(
            display(.displayFound, [.x11: ":7", .gone: "wayland-1"])
                == DoctorText(
                    "X11 :7; Wayland wayland-1 is named too, and has ended",
                    "systemctl --user unset-environment WAYLAND_DISPLAY"))
        #expect(
            text(.session, DoctorName.state, .off, .session(.locked))
                == DoctorText("nothing is undone now: the session is locked", "unlock the session"))
        #expect(
            text(.session, DoctorName.state, .works, .doctor(.undoPossible)).reason
                == "nothing prevents an undo")
    }
}
