// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonMotion
import BatonProcesses
import BatonSensorLink
import BatonShortcuts
import BatonTestSupport
import Testing

@testable import BatonAgent
@testable import BatonIntake
@testable import BatonSession
@testable import BatonSettings
@testable import BatonUndo

/// The rows of the doctor, made from facts: the state, the code, and the details.
@Suite struct DoctorRowTests {
    @Test(
        "a row on the bus has three words, a code and details, without what misleads in a terminal, and not without end"
    )
    func value() throws {
        let long = String(repeating: "x", count: 5000)
        let row = DoctorRow(
            .notifications, "dae\u{1b}mon", .needsConsent,
            .doctor(.choicesOffered, [.program: "a\u{1b}[31m\nb\u{9b}c\u{202E}d\u{2028}e", .version: .text(long)]))
        guard case .structure(let fields) = row.finding.wire else { return #expect(Bool(false)) }
        #expect(fields.prefix(4).map(\.asString) == ["notifications", "dae mon", "needs-consent", "choices-offered"])
        let details = try #require(fields.last?.asVardict)
        #expect(details["program"]?.unwrapped == .string("a [31m b c d e"))
        #expect(details["version"]?.unwrapped.asString?.count == 400)
        #expect(row.finding.wire.signature == DoctorFinding.signature)
    }

    @Test("a route that needs consent says so; one that is unavailable says why")
    func routes() {
        #expect(
            DoctorRoutes.row("portal", .needsConsent)
                == DoctorRow(.route, "portal", .needsConsent, .route(.needsConsent)))
        #expect(DoctorRoutes.row("xtest", .ready) == DoctorRow(.route, "xtest", .works, .doctor(.routeReady)))
        #expect(
            DoctorRoutes.row("virtual-keyboard", .unavailable(.route(.noVirtualKeyboard)))
                == DoctorRow(.route, "virtual-keyboard", .unavailable, .route(.noVirtualKeyboard)))
    }

    @Test("I22: why the sound server is not watched, and of which player no stream is known")
    func sound() {
        func code(_ facts: Bool..., end: ProcessEnd? = nil) -> (DoctorState, ReasonCode) {
            let row = DoctorInterruptions.soundRow(
                isUsed: facts[0], isInstalled: facts[1], isRunning: facts[2], isConnected: facts[3], end: end)
            return (row.state, row.reason.code)
        }
        #expect(code(false, true, true, true) == (.off, .doctor(.interruptionsOff)))
        #expect(code(true, false, false, false) == (.unavailable, .doctor(.programMissing)))
        #expect(code(true, true, false, false) == (.off, .doctor(.soundUnwatched)))
        #expect(code(true, true, true, false) == (.unavailable, .doctor(.noSoundServer)))
        #expect(code(true, true, true, true) == (.works, .doctor(.soundWatched)))
        #expect(code(true, true, true, false, end: .exited(.status(3))) == (.unavailable, .doctor(.audioHelperEnds)))
        #expect(code(true, true, false, false, end: .notLoaded([])) == (.unavailable, .doctor(.librariesMissing)))
        #expect(
            DoctorInterruptions.streamRow("org.mpris.MediaPlayer2.mpd").reason
                == .doctor(.streamUnknown, [.program: "mpd"]))
        #expect(
            DoctorInterruptions.streamRow("org.mpris.MediaPlayer2.spotify", playsElsewhere: true).reason
                == .doctor(.playsElsewhere, [.program: "spotify"]))
    }

    @Test("AWAKE7: who keeps the screen on and through what; that nothing does it is told")
    func awake() {
        let mpv: BusName = "org.mpris.MediaPlayer2.mpv"
        #expect(DoctorAwake.row(isOn: false, [], ways: []).reason == .doctor(.awakeOff))
        #expect(DoctorAwake.row(isOn: true, [], ways: []).reason == .doctor(.awakeIdle))
        let held = DoctorAwake.row(isOn: true, [mpv], ways: ["logind", "org.gnome.SessionManager"])
        #expect(held.state == .works)
        #expect(held.reason == .doctor(.awakeHeld, [.apps: "mpv", .service: "logind, org.gnome.SessionManager"]))
        let refused = DoctorAwake.row(isOn: true, [mpv], ways: [])
        #expect(refused.state == .unavailable && refused.reason == .doctor(.awakeRefused, [.apps: "mpv"]))
    }

    @Test(
        "I24: WirePlumber pauses players from 0.5.11 on; its version is that of its library",
        arguments: [("0.5.11", true), ("0.6.0", true), ("0.5.10", false), ("0.4.13", false), ("0", false)])
    func wirePlumber(_ version: String, pauses: Bool) {
        let folder = TemporaryFolder()
        folder.write("wireplumber\n", to: "7/comm")
        folder.write(
            "7f00-7f01 r--p 0 fe:01 1 /usr/bin/wireplumber\n7f02-7f03 r--p 0 fe:01 2 /usr/lib/libwireplumber-0.5.so.\(version)\n",
            to: "7/maps")
        let row = DoctorInterruptions.wirePlumberRow(7, root: folder.path)
        #expect((row != nil) == pauses)
        if pauses {
            #expect(row?.reason == .doctor(.wirePlumberPauses, [.version: .text(version), .process: .number(7)]))
        }
        folder.write("pipewire\n", to: "7/comm")
        #expect(DoctorInterruptions.wirePlumberRow(7, root: folder.path) == nil)
    }

    @Test("a route that the configuration leaves out is off, and whether it is a usual one is told")
    @MainActor func unusedRoutes() {
        #expect(DoctorRoutes.checks([]).map(\.name) == UndoRouteName.allCases.map(\.rawValue))
        let kernel = DoctorRoutes.unusedRow(.uinput)
        #expect(kernel.state == .off && kernel.reason == .doctor(.unusualRouteUnused))
        #expect(DoctorRoutes.unusedRow(.xtest).reason == .doctor(.routeUnused))
    }

    @Test("SHAKE18: the doctor tells which coefficients are in use")
    func model() {
        let refused = Reason.shake(.refusedModel, [.path: "/x", .place: "/x:3", .message: "wrong"])
        #expect(DoctorSensor.modelRow(refused) == DoctorRow(.sensor, DoctorName.model, .unavailable, refused))
        #expect(DoctorSensor.modelRow(.shake(.builtIn)).state == .works)
        #expect(DoctorSensor.modelRow(.shake(.ownModel, [.path: "/x"])).state == .works)
    }

    @Test("a source of the focus that is no part of the session is off; a terminal in front is told")
    func focus() {
        #expect(DoctorFocus.row(.sway, .failure(.absent(.focus(.noSocket)))).state == .off)
        #expect(
            DoctorFocus.row(.sway, .failure(.late)) == DoctorRow(.focus, "sway", .unavailable, .focus(.late)))
        #expect(DoctorFocus.row(.accessibility, .failure(.failed(.focus(.noAccessibleApp)))).state == .works)
        #expect(DoctorFocus.row(.accessibility, .failure(.failed(.route(.accessibilityFailed)))).state == .unavailable)
        #expect(DoctorFocus.row(.kwin, .failure(.noApp(.focus(.desktop)))).state == .works)
        #expect(
            DoctorFocus.row(.x11, .success(FocusedApp(process: 7, names: ["XTerm", "xterm"])))
                == DoctorRow(
                    .focus, "x11", .works, .doctor(.deniedAppInFront, [.app: "XTerm", .process: .number(7)])))
        #expect(
            DoctorFocus.row(.x11, .success(FocusedApp(process: 7))).reason
                == .doctor(.appInFront, [.process: .number(7)]))
        for kind in [AppKind.withTerminal, .fileManager, .unknown] {
            let row = DoctorFocus.row(.x11, .success(FocusedApp(process: 7)), kind: kind)
            #expect(row.reason.code == .doctor(.askingAppInFront))
        }
    }

    @Test("a daemon that cannot offer a choice is unavailable; its name and version are told")
    func notifications() {
        let plain = DoctorNotifications.row(server: ["notification-bar", "x", "3", "1.2"], ["body"])
        #expect(plain.state == .unavailable)
        #expect(plain.reason == .doctor(.noChoices, [.program: "notification-bar", .version: "3"]))
        let nameless = DoctorNotifications.row(server: [], ["actions"])
        #expect(nameless.state == .works && nameless.reason == .doctor(.choicesOffered))
        #expect(DoctorNotifications.absentRow(isInstalled: true).state == .works)
        #expect(DoctorNotifications.absentRow(isInstalled: false).reason == .doctor(.noNotifications))
    }

    @Test(
        "the sensor's row has its status",
        arguments: [
            (.sensor(.offByUser), .off), (.sensor(.paused), .off), (.sensor(.offByConfiguration), .off),
            (.session(.locked), .off), (.sensor(.idle), .off), (.sensor(.noAccelerometer), .unavailable),
            (.sensor(.noHelper), .unavailable), (.sensor(.retrying), .unavailable), (.sensor(.reading), .works),
            (.sensor(.starting), .works),
        ] as [(Reason, DoctorState)])
    func sensor(_ status: Reason, _ state: DoctorState) {
        #expect(DoctorSensor.row(status) == DoctorRow(.sensor, DoctorName.accelerometer, state, status))
    }

    @Test("a name that another program has is told with that program")
    func faces() {
        let taken = DoctorFaces.row("org.mpris.MediaPlayer2.playerctld", .taken, owner: 1, root: "/proc")
        #expect(taken.state == .unavailable && taken.reason.details[.process] == .number(1))
        #expect(taken.reason.details[.program] != nil)
        #expect(DoctorFaces.row("x", .taken, owner: nil).reason == .doctor(.faceTaken, [.service: "x"]))
        #expect(DoctorFaces.row("x", .owned, owner: nil).state == .works)
        #expect(DoctorFaces.row("x", .lost, owner: nil).state == .unavailable)
    }

    @Test("a source of presses is told with its own reason")
    func inputs() {
        #expect(DoctorInputs.row("headset", .listening).state == .works)
        let silent = Reason.input(.bluezSilent)
        #expect(DoctorInputs.row("bluez", .waiting(silent)) == DoctorRow(.input, "bluez", .off, silent))
        #expect(DoctorInputs.row("buttons", .off(.input(.playerForbidden))).state == .unavailable)
    }

    @Test("a connected headset is told with the player that gets its buttons; none is no fault")
    func headsets() {
        let none = DoctorHeadsets.rows([], hasOthers: false, player: nil)
        #expect(none == [DoctorRow(.input, "headset", .off, .doctor(.noHeadset))])
        let off = DoctorHeadsets.rows([], hasOthers: false, isEnabled: false, player: nil)
        #expect(off == [DoctorRow(.input, "headset", .off, .input(.headsetsOff))])
        #expect(DoctorHeadsets.rows([], hasOthers: true, player: nil).isEmpty, "another one has a row of its own")
        let rows = DoctorHeadsets.rows(
            [("A", nil), ("B", .input(.playerForbidden)), ("C", .session(.locked))], hasOthers: false, player: "mpv")
        #expect(rows.map(\.state) == [.works, .unavailable, .off])
        #expect(rows[0].reason == .doctor(.headsetConnected, [.device: "A", .program: "mpv"]))
        #expect(rows[1].reason == .input(.playerForbidden, [.device: "B"]))
        let wired = DoctorInputs.row("USB", .listening, kind: .evdev, player: "mpv")
        #expect(wired.reason == .doctor(.listening, [.kind: "evdev", .program: "mpv"]))
        #expect(DoctorInputs.row("MATE", .listening, kind: .mediaKeys, player: "mpv").reason.details[.program] == nil)
    }

    @Test("a desktop whose media keys go past Baton is told by its name")
    func mediaKeys() {
        func row(_ own: [String: String], _ bound: [SavedRecordKind] = [], hasInput: Bool = false) -> DoctorRow? {
            DoctorMediaKeys.row(DisplayEnvironment(manager: [:], own: own), bound: bound, hasInput: hasInput)
        }
        let sway = ["WAYLAND_DISPLAY": "wayland-1", "SWAYSOCK": "/run/sway", "I3SOCK": "/run/sway"]
        let i3 = ["DISPLAY": ":0", "XDG_CURRENT_DESKTOP": "i3"]
        let hyprland = ["WAYLAND_DISPLAY": "wayland-1", "XDG_CURRENT_DESKTOP": "Hyprland"]
        let desktops: [([String: String], String, SavedRecordKind)] = [
            (sway, "sway", .sway), (i3, "i3", .i3), (hyprland, "Hyprland", .hyprland),
        ]
        for (own, name, kind) in desktops {
            let found = row(own, hasInput: true)
            #expect(found?.state == .needsConsent)
            #expect(found?.reason == .doctor(.compositorKeepsKeys, [.desktop: .text(name)]))
            #expect(row(own, [kind]) == nil)
        }
        let xfce = row(["DISPLAY": ":0", "XDG_CURRENT_DESKTOP": "XFCE"])
        #expect(xfce?.state == .unavailable && xfce?.reason == .doctor(.desktopKeepsKeys, [.desktop: "XFCE"]))
        #expect(row(["DISPLAY": ":0"])?.reason == .doctor(.desktopKeepsKeys))
        // Settings daemons, KDE and the portal have rows of their own, and without a display there is no desktop.
        #expect(row(["DISPLAY": ":0", "XDG_CURRENT_DESKTOP": "MATE"], hasInput: true) == nil)
        #expect(row(["DISPLAY": ":0", "XDG_CURRENT_DESKTOP": "GNOME"], [.gnome]) == nil)
        #expect(row(["HOME": "/h"]) == nil)
    }

    @Test(
        "SETUP10: lines of the set-up count where the compositor has read them, and not because they were written once")
    func boundKeys() {
        let lines = AddedLines(path: "/h/config", text: "# begin\nbindsym XF86AudioPlay exec x\n# end\n")
        func row(_ file: String?, _ loaded: (String, String)?) -> DoctorRow {
            DoctorMediaKeys.row(.sway, lines, file, loaded) { $0 == "HOME" ? "/h" : nil }
        }
        let whole = "set $mod Mod4\n" + lines.text
        #expect(row(whole, ("/h/config", whole)).state == .works)
        #expect(row(whole, nil).state == .works, "one that does not answer")
        for text in ["include config\n", "include ~/conf*\n", "include \"$HOME/config\"\r\n"] {
            #expect(row(whole, ("/h/other", text)).state == .works, "\(text)")
        }
        let gone: [(String?, (String, String)?, String)] = [
            ("set $mod Mod4\n", ("/h/config", "set $mod Mod4\n"), "/h/config"), (nil, nil, "/h/config"),
            (whole, ("/h/other", "set $mod Mod4\n"), "/h/other"), (whole, ("/h/config", ""), "/h/config"),
            // What it includes is not the file with the lines.
            (whole, ("/h/other", "include /etc/sway/config.d/*\n"), "/h/other"),
            (whole, ("/h/other", "# include config\n"), "/h/other"),
            (nil, ("/h/other", "include config\n"), "/h/other"),
            (whole.replacing("bindsym", with: "#"), nil, "/h/config"),
        ]
        for (file, loaded, path) in gone {
            let found = row(file, loaded)
            #expect(found.state == .off)
            #expect(found.reason == .doctor(.shortcutsGone, [.desktop: "sway", .path: .text(path)]))
        }
    }

    @Test("IIO40: a dead accelerometer does not work, and every other warning has a row")
    func sensorWarnings() {
        let status = Reason.sensor(.reading, [.device: "accel_3d"])
        #expect(DoctorSensor.rows(status, []).map(\.state) == [.works])
        for kind in ["gravity", "stuck"] {
            let rows = DoctorSensor.rows(status, [SensorNotice("measures 0", kind: kind)])
            #expect(rows.map(\.name) == ["accelerometer"] && rows.first?.state == .unavailable)
            #expect(rows.first?.reason.details[.message] == "measures 0")
        }
        let rows = DoctorSensor.rows(
            status,
            [
                SensorNotice("'x' cannot be read", kind: "mount-matrix"),
                SensorNotice("0", kind: "stuck", of: .gyroscope),
                SensorNotice("two", kind: "ambiguous"), SensorNotice("polls", kind: "polling"),
            ])
        #expect(rows.map(\.name) == ["accelerometer", "mount-matrix", "gyroscope-stuck", "ambiguous"])
        #expect(rows.map(\.state) == [.works, .unavailable, .unavailable, .works])
        let off = DoctorSensor.rows(.sensor(.idle), [SensorNotice("0", kind: "stuck")])
        #expect(off.first?.state == .off)
    }

    @Test("the unit is told from the control group; settings with their warnings; helpers with their paths")
    func service() {
        let groups = "0::/user.slice/user-1000.slice/user@1000.service/app.slice/app-org.baton.Baton.service"
        #expect(DoctorService.unitRow(groups: groups).state == .works)
        #expect(
            DoctorService.unitRow(groups: "0::/user.slice/session-1.scope").reason == .doctor(.unitUnused))
        let warning = ConfigurationDiagnostic.warning(ConfigurationPlace("b.conf", line: 3), "unknown key 'x'")
        let loaded = LoadedConfiguration(configuration: Configuration(), warnings: [warning], file: "/h/b.conf")
        #expect(
            DoctorService.configurationRow(loaded).reason
                == .doctor(
                    .configurationWarnings,
                    [.path: "/h/b.conf", .count: .number(1), .place: "b.conf:3", .message: "unknown key 'x'"]))
        #expect(DoctorService.undoRow(.off).state == .off)
    }

    @Test("a helper that lacks a library is no fault where nothing needs the helper")
    func helpers() {
        func row(_ path: String?, _ missing: [String] = [], isUsed: Bool = true) -> DoctorRow {
            DoctorService.helperRow("baton-keys", path: path, missing: missing, isUsed: isUsed)
        }
        #expect(row(nil).reason == .doctor(.programMissing))
        #expect(row("/k") == DoctorRow(.service, "baton-keys", .works, .doctor(.programFound, [.path: "/k"])))
        let reason = Reason.doctor(.librariesMissing, [.libraries: "libX11.so.6, libXtst.so.6"])
        let missing = ["libX11.so.6", "libXtst.so.6"]
        #expect(row("/k", missing) == DoctorRow(.service, "baton-keys", .unavailable, reason))
        #expect(row("/k", missing, isUsed: false) == DoctorRow(.service, "baton-keys", .off, reason))
    }

    @Test("the display is told by its variables, and an obstacle by its code")
    func session() {
        let none = DoctorSession.row(DisplayEnvironment(manager: [:], own: ["HOME": "/h"]))
        #expect(none.state == .unavailable && none.reason == .doctor(.displayUnknown))
        let some = DoctorSession.row(DisplayEnvironment(manager: ["WAYLAND_DISPLAY": "wayland-1"], own: [:]))
        #expect(some.reason == .doctor(.displayFound, [.wayland: "wayland-1"]))
        let locked = DoctorSession.row(obstacle: .session(.locked))
        #expect(locked == DoctorRow(.session, DoctorName.state, .off, .session(.locked)))
        #expect(DoctorSession.row(obstacle: nil).state == .works)
    }
}
