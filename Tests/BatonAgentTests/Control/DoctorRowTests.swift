// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import Testing

@testable import BatonAgent
@testable import BatonSession
@testable import BatonSettings
@testable import BatonSources
@testable import BatonUndo

/// The rows of the doctor, made from facts: the state, the reason, and the advice.
@Suite struct DoctorRowTests {
    @Test("a row on the bus has five strings, without what a terminal would obey, and not without end")
    func value() throws {
        let long = String(repeating: "x", count: 5000)
        let row = DoctorRow(
            section: .notifications, name: "daemon", state: .needsConsent, reason: "a\u{1b}[31m\nb\u{9b}c", advice: long
        )
        guard case .structure(let fields) = row.value else { return #expect(Bool(false)) }
        let texts = fields.compactMap(\.asString)
        #expect(texts.prefix(4) == ["notifications", "daemon", "needs-consent", "a [31m b c"])
        #expect(texts.count == 5 && texts[4].count == 400)
    }

    @Test("a route that needs consent says how to give it; one that is unavailable says why")
    func routes() {
        let portal = DoctorRoutes.row("portal", .needsConsent)
        #expect(portal.state == .needsConsent && portal.advice == "batonctl setup")
        #expect(DoctorRoutes.row("xtest", .ready).reason == "all X11 apps")
        let missing = DoctorRoutes.row(
            "virtual-keyboard", .unavailable(.route(.noVirtualKeyboard)))
        #expect(missing.state == .unavailable && missing.reason.contains("portal"))
        let bare = DoctorRoutes.row("xtest", .unavailable(.route(.noHelper)))
        #expect(bare.advice.contains("make install"))
    }

    @Test("a route that the configuration leaves out is off, and how to have it is told")
    @MainActor func unusedRoutes() {
        #expect(DoctorRoutes.checks([]).map(\.name) == UndoRouteName.allCases.map(\.rawValue))
        let kernel = DoctorRoutes.unusedRow(.uinput)
        #expect(kernel.state == .off && kernel.advice.contains("docs/undo.md"))
        #expect(!DoctorRoutes.unusedRow(.xtest).advice.contains("docs"))
    }

    @Test("a source of the focus that is no part of the session is off; a terminal in front is told")
    func focus() {
        #expect(DoctorFocus.row("sway", .failure(.absent(.focus(.noSocket)))).state == .off)
        #expect(DoctorFocus.row("sway", .failure(.late)).state == .unavailable)
        let silent = DoctorFocus.row("at-spi", .failure(.failed(.focus(.noAccessibleApp))))
        #expect(silent.state == .works && silent.advice.contains("toolkit-accessibility"))
        #expect(DoctorFocus.row("at-spi", .failure(.failed(.route(.accessibilityFailed)))).state == .unavailable)
        #expect(DoctorFocus.row("kwin", .failure(.noApp(.focus(.desktop)))).state == .works)
        let terminal = DoctorFocus.row("x11", .success(FocusedApp(process: 7, names: ["XTerm", "xterm"])))
        #expect(terminal.state == .works)
        #expect(terminal.reason == "in front: XTerm, process 7, where no key is pressed")
        #expect(
            DoctorFocus.row("x11", .success(FocusedApp(process: 7))).reason.hasPrefix("in front: the app of process 7"))
    }

    @Test("a daemon that offers no choice cannot ask; for one without buttons the row tells how to redo")
    func notifications() {
        let plain = DoctorNotifications.row(server: ["notification-bar", "x", "3", "1.2"], ["body"])
        #expect(plain.state == .unavailable && plain.reason.hasPrefix("notification-bar 3 "))
        let mako = DoctorNotifications.row(server: ["mako", "emersion", "1.7", "1.2"], ["body", "actions"])
        #expect(mako.state == .works && mako.reason.contains("makoctl"))
        #expect(DoctorNotifications.row(server: [], ["actions"]).state == .works)
        #expect(DoctorNotifications.absentRow(isInstalled: true).state == .works)
        #expect(DoctorNotifications.absentRow(isInstalled: false).advice.contains("immediate"))
    }

    @Test(
        "why the sensor is off is told with the command that changes it",
        arguments: [
            (.sensor(.offByUser), .off, "batonctl shake on"), (.sensor(.paused), .off, "batonctl shake on"),
            (.sensor(.offByConfiguration), .off, "[shake] enabled = yes"), (.session(.locked), .off, "unlock"),
            (.sensor(.noAccelerometer), .unavailable, "batonctl simulate-shake"),
            (.sensor(.noHelper), .unavailable, "make install"), (.sensor(.retrying), .unavailable, "journalctl"),
            (.sensor(.reading), .works, ""), (.sensor(.starting), .works, ""),
        ] as [(Reason, DoctorState, String)])
    func sensor(_ status: Reason, _ state: DoctorState, _ advice: String) {
        let row = DoctorSensor.row(status)
        #expect(row.state == state)
        #expect(advice.isEmpty ? row.advice.isEmpty : row.advice.contains(advice))
        #expect(!row.reason.isEmpty && !row.reason.hasPrefix("off"))
    }

    @Test("a name that another program has is told with that program")
    func faces() {
        let own = DoctorFaces.row("org.mpris.MediaPlayer2.playerctld", .taken, owner: 1, root: "/proc")
        #expect(own.state == .unavailable && own.advice.contains("kill 1"))
        #expect(DoctorFaces.row("x", .taken, owner: nil).reason == "another program owns x")
        #expect(DoctorFaces.row("x", .owned, owner: nil).state == .works)
        #expect(DoctorFaces.row("x", .lost, owner: nil).state == .unavailable)
    }

    @Test("a source of presses is told with its own words")
    func inputs() {
        #expect(DoctorInputs.row("headset", .listening).state == .works)
        #expect(DoctorInputs.row("bluez", .waiting(.input(.bluezSilent))).state == .off)
        #expect(DoctorInputs.row("buttons", .off(.input(.playerForbidden))).state == .unavailable)
    }

    @Test("a desktop whose media keys go past Baton is told, and how to change that")
    func mediaKeys() {
        func row(_ own: [String: String], _ bound: [String] = [], hasSource: Bool = false) -> DoctorRow? {
            DoctorMediaKeys.row(DisplayEnvironment(manager: [:], own: own), bound: bound, hasSource: hasSource)
        }
        let sway = ["WAYLAND_DISPLAY": "wayland-1", "SWAYSOCK": "/run/sway", "I3SOCK": "/run/sway"]
        let i3 = ["DISPLAY": ":0", "XDG_CURRENT_DESKTOP": "i3"]
        let hyprland = ["WAYLAND_DISPLAY": "wayland-1", "XDG_CURRENT_DESKTOP": "Hyprland"]
        for (own, name, kind) in [(sway, "sway", "sway"), (i3, "i3", "i3"), (hyprland, "Hyprland", "hyprland")] {
            let found = row(own, hasSource: true)
            #expect(found?.state == .needsConsent && found?.reason.hasPrefix(name) == true)
            #expect(found?.advice.contains("batonctl setup --media-keys") == true)
            #expect(row(own, [kind]) == nil)
        }
        let xfce = row(["DISPLAY": ":0", "XDG_CURRENT_DESKTOP": "XFCE"])
        #expect(xfce?.state == .unavailable && xfce?.reason.hasPrefix("XFCE ") == true)
        #expect(xfce?.advice.contains("batonctl send toggle") == true)
        #expect((xfce?.advice.count ?? 0) < 400)
        #expect(row(["DISPLAY": ":0"])?.reason.hasPrefix("this desktop ") == true)
        // Settings daemons, KDE and the portal have rows of their own, and without a display there is no desktop.
        #expect(row(["DISPLAY": ":0", "XDG_CURRENT_DESKTOP": "MATE"], hasSource: true) == nil)
        #expect(row(["DISPLAY": ":0", "XDG_CURRENT_DESKTOP": "GNOME"], ["gnome"]) == nil)
        #expect(row(["HOME": "/h"]) == nil)
    }

    @Test("the unit is told from the control group; settings with their warnings; helpers with their paths")
    func service() {
        let groups = "0::/user.slice/user-1000.slice/user@1000.service/app.slice/app-org.baton.Baton.service"
        #expect(DoctorService.unitRow(groups: groups).state == .works)
        #expect(DoctorService.unitRow(groups: "0::/user.slice/session-1.scope").advice.contains("enable --now"))
        let warning = ConfigurationDiagnostic.warning(ConfigurationPlace("b.conf", line: 3), "unknown key 'x'")
        let loaded = LoadedConfiguration(configuration: Configuration(), warnings: [warning], file: "/h/b.conf")
        #expect(
            DoctorService.configurationRow(loaded).reason
                == "/h/b.conf, 1 warning, the first: b.conf:3: unknown key 'x'")
        #expect(DoctorService.undoRow(.off).state == .off)
        #expect(DoctorService.helperRow("baton-keys", path: nil).reason.contains("no key can be pressed"))
    }

    @Test("without a display it is told how the user manager learns of it")
    func session() {
        let none = DoctorSession.row(DisplayEnvironment(manager: [:], own: ["HOME": "/h"]))
        #expect(none.state == .unavailable && none.advice.contains("import-environment"))
        let some = DoctorSession.row(DisplayEnvironment(manager: ["WAYLAND_DISPLAY": "wayland-1"], own: [:]))
        #expect(some.reason == "Wayland wayland-1")
        #expect(DoctorSession.row(obstacle: .session(.locked)).advice == "unlock the session")
        #expect(DoctorSession.row(obstacle: nil).state == .works)
    }
}
