// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonDoctor
import BatonTestSupport
import Foundation
import Testing

@testable import batonctl

/// `batonctl doctor` as a process: with the agent's side of the interface, and without it.
@Suite struct DoctorTests {
    private static let rows = [
        DoctorFinding(
            section: "service", name: "batond", state: "works",
            reason: .doctor(.running, [.version: "0.1.0", .process: .number(7)])),
        DoctorFinding(
            section: "focus", name: "x11", state: "works",
            reason: .doctor(.appInFront, [.app: "ge\u{1b}[31mdit", .process: .number(8)])),
        DoctorFinding(section: "route", name: "xtest", state: "works", reason: .doctor(.routeReady)),
        DoctorFinding(section: "route", name: "portal", state: "needs-consent", reason: .route(.needsConsent)),
        DoctorFinding(
            section: "input", name: "evdev", state: "unavailable", reason: Reason(.unknown("newer\u{1b}[31m-code"))),
    ]

    @Test("the agent's rows are a table by section, with the advice below; no colors and no wrapping in a pipe")
    func table() throws {
        let stage = try Stage()
        let agent = try StubUndoAgent(on: stage)
        agent.rows = Self.rows
        let result = try stage.run("doctor", "--all")
        #expect(result.status == 1 && result.errors.isEmpty, "the last row is one to repair")
        #expect(
            result.output.contains(
                """

                service
                  batond   works          version 0.1.0, process 7
                focus
                  x11      works          in front: ge\u{FFFD}[31mdit, process 8
                """))
        #expect(
            result.output.contains(
                """
                route
                  xtest    works          works in all X11 apps
                  portal   needs-consent  your desktop asks you first, once
                                          → batonctl setup
                input
                  evdev    unavailable    newer\u{FFFD}[31m-code

                """), "\(result.output)")
        #expect(!result.output.contains("\u{1b}"))
    }

    @Test("it begins with the promises; details only of what needs repair, unless all are wanted")
    func promises() throws {
        let stage = try Stage()
        let agent = try StubUndoAgent(on: stage)
        agent.rows = [
            Self.rows[0], Self.rows[1], Self.rows[2],
            DoctorFinding(
                section: "service", name: "configuration", state: "works",
                reason: .doctor(
                    .configurationWarnings,
                    [.path: "/c", .count: .number(1), .place: "line 3", .message: "no such key"])),
            DoctorFinding(
                section: "sensor", name: "accelerometer", state: "unavailable", reason: .sensor(.noAccelerometer)),
            DoctorFinding(
                section: "input", name: "GNOME", state: "works", reason: .doctor(.listening, [.kind: "media-keys"])),
            DoctorFinding(
                section: "input", name: "headset", state: "works",
                reason: .doctor(.headsetConnected, [.device: "WF-1000XM3", .program: "mpv"])),
        ]
        let result = try stage.run("doctor")
        #expect(result.status == 1 && result.errors.isEmpty, "something is to be repaired")
        #expect(
            result.output == """
                Media keys        ready     GNOME sends them to Baton
                Headset           ready     WF-1000XM3 over Bluetooth; its buttons go to mpv
                Pauses by itself  ready     for calls that an app declares, and when headphones disconnect
                Shake to undo     not here  this machine has no accelerometer ('batonctl undo' works without one)

                Also to repair:
                service
                  configuration  works  /c, 1 warning, the first: line 3: no such key
                                        → batonctl check

                All details: batonctl doctor --all

                """, "\(result.output)")
    }

    @Test("--json prints the same rows for scripts")
    func json() throws {
        let stage = try Stage()
        let agent = try StubUndoAgent(on: stage)
        agent.rows = Self.rows
        let result = try stage.run("doctor", "--json")
        #expect(result.status == 1)
        #expect(result.output.hasPrefix(#"{"agent":"0.1.0","undo":true,"rows":[{"section":"service","name":"batond","#))
        let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
        let rows = object?["rows"] as? [[String: Any]] ?? []
        #expect(rows.compactMap { $0["name"] as? String }.starts(with: Self.rows.map(\.name)))
        let codes = ["running", "app-in-front", "route-ready", "needs-consent", "newer\u{1b}[31m-code"]
        #expect(rows.compactMap { $0["code"] as? String }.starts(with: codes), "\(result.output)")
        let details = rows.compactMap { $0["details"] as? [String: Any] }
        #expect(details.count == rows.count)
        let promises = object?["promises"] as? [[String: Any]] ?? []
        #expect(promises.compactMap { $0["name"] as? String } == ["media-keys", "headset", "pauses", "shake"])
        #expect(promises.compactMap { $0["state"] as? String } == ["not-here", "ready", "ready", "ready"])
        #expect(details.first?["version"] as? String == "0.1.0" && details.first?["process"] as? Int == 7)
    }

    @Test("what this machine lacks is no failure; what could work and does not is one")
    func status() throws {
        let stage = try Stage()
        let agent = try StubUndoAgent(on: stage)
        agent.rows = [
            DoctorFinding(section: "route", name: "xtest", state: "unavailable", reason: .route(.noX11Display))
        ]
        let lacking = try stage.run("doctor")
        #expect(lacking.status == 0 && lacking.errors.isEmpty)
        #expect(lacking.output.contains("Shake to undo     not here  no program can press Undo in this session\n"))
        agent.rows = [
            DoctorFinding(section: "route", name: "xtest", state: "unavailable", reason: .route(.noHelper))
        ]
        let broken = try stage.run("doctor")
        #expect(broken.status == 1 && broken.output.contains("Shake to undo     not working"), "\(broken.output)")
        #expect(broken.output.contains("→ reinstall Baton\n"))
    }

    @Test("without the agent it says so, how to start it, and what it finds itself; exit status 2")
    func alone() throws {
        let stage = try Stage()
        let result = try stage.run("doctor")
        #expect(result.status == 2)
        #expect(result.errors.hasPrefix("Baton is not running. Start it: "))
        #expect(result.output.contains("Baton is not running\n"))
        #expect(result.output.hasPrefix("Media keys        not working  Baton is not running\n"), "\(result.output)")
        let all = try stage.run("doctor", "--all").output
        #expect(all.contains("/debug/batond\n") || all.contains("/release/batond\n"))
        #expect(all.contains("bus            works"))
        let json = try stage.run("doctor", "--json")
        #expect(json.status == 2)
        #expect(
            json.output.hasPrefix(
                #"{"agent":null,"undo":false,"rows":[{"section":"service","name":"batond","state":"unavailable","#))
        #expect(json.output.contains(#""code":"agent-absent","details":{}}"#), "\(json.output)")
    }

    @Test("with a file that batond refuses the first advice is about the file, for every command")
    func refusedFile() throws {
        let stage = try Stage()
        let folder = TemporaryFolder()
        folder.write("[shake]\nsensitivity = hgih\n", to: "baton/baton.conf")
        for command in [["doctor"], ["players"], ["next"]] {
            let child = try ChildProcess(
                [Stage.program("batonctl")] + command,
                environment: [
                    "PATH": "/usr/bin:/bin", "XDG_CONFIG_HOME": folder.path,
                    "DBUS_SESSION_BUS_ADDRESS": stage.address,
                ])
            let status = try child.waited(on: stage)
            #expect(!(child.output + child.errors).contains("tart it"), "\(child.output) \(child.errors)")
            guard command != ["next"] else { continue }
            #expect(
                status == 2 && child.errors.hasPrefix("Baton is not running. Baton does not start with this file: "))
            #expect(
                child.errors.hasSuffix("batonctl check\n") && child.errors.contains("baton.conf:2"), "\(child.errors)")
            guard command == ["doctor"] else { continue }
            #expect(child.output.contains("→ mend the configuration file first: batonctl check"), "\(child.output)")
            #expect(child.output.contains("Baton does not start with this file"), "\(child.output)")
        }
    }

    @Test("asked too often, the agent is not judged: one sentence, and 1")
    func refused() throws {
        let stage = try Stage()
        let agent = try StubUndoAgent(on: stage)
        agent.refusal = DBusError(.limitsExceeded, "asked too often; wait ten seconds")
        let result = try stage.run("doctor")
        #expect(result == (1, "", "asked too often; wait ten seconds\n"))
        #expect(try stage.run("doctor", "--json").output.contains(#""promises":[]"#))
    }

    @Test("KEYS20, SETUP15: lines of the user's that act beside Baton's are told, and the keys are theirs only partly")
    func rivals() throws {
        let stage = try Stage()
        let agent = try StubUndoAgent(on: stage)
        let home = try SetupHome(stage, sway: "bindsym XF86AudioPlay exec playerctl play-pause\n")
        agent.rows = [
            DoctorFinding(
                section: "input", name: "media-keys", state: "works",
                reason: .doctor(.shortcutsBound, [.desktop: "sway"]))
        ]
        let result = try home.run("doctor")
        #expect(result.status == 1, "\(result.output)")
        #expect(
            result.output.contains("Media keys        partly") && result.output.contains("playerctl play-pause"),
            "\(result.output)")
        #expect(result.output.contains("→ remove them, and then: swaymsg reload"), "\(result.output)")
        try home.write(SetupHome.configuration, "bindsym $mod+XF86AudioPlay exec x\n")
        #expect(try home.run("doctor").output.contains("Media keys        ready"))
    }

    @Test("the same without a bus")
    func noBus() throws {
        let stage = try Stage()
        let child = try ChildProcess([Stage.program("batonctl"), "doctor"], environment: ["PATH": "/usr/bin:/bin"])
        #expect(try child.waited(on: stage) == 2)
        #expect(child.output.contains("there is no session bus"))
        let gone = try ChildProcess(
            [Stage.program("batonctl"), "doctor", "--all"],
            environment: ["PATH": "/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus"])
        #expect(try gone.waited(on: stage) == 2)
        #expect(gone.output.contains("bus            unavailable"), "\(gone.output)")
    }

    @Test("an older agent is recognized, and the rows that need no agent are shown")
    func oldAgent() throws {
        let stage = try Stage()
        _ = try StubMotionAgent(on: stage)
        let result = try stage.run("doctor", "--all")
        #expect(result.status == 1)
        #expect(result.errors.hasPrefix("The Baton that is running is of another version than batonctl."))
        #expect(result.output.contains("bus            works"))
    }

    @Test("output that cannot be written is told, unless the reader closed the pipe")
    func fullDisk() throws {
        let stage = try Stage()
        let words = { (command: String) in ["sh", "-c", "\(Stage.program("batonctl")) doctor \(command)"] }
        let environment = ["PATH": "/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"]
        let full = try ChildProcess(words("> /dev/full"), environment: environment)
        #expect(try full.waited(on: stage) == 1)
        #expect(full.errors.contains("Could not write the output: "), "\(full.errors)")
        let closed = try ChildProcess(words("| true"), environment: environment)
        _ = try closed.waited(on: stage)
        #expect(!closed.errors.contains("Could not write"))
    }

    @Test("without a bus one cause is told, not one in another", arguments: ["doctor", "info"])
    func oneCause(_ command: String) throws {
        let stage = try Stage()
        let child = try ChildProcess([Stage.program("batonctl"), command], environment: ["PATH": "/usr/bin:/bin"])
        #expect(try child.waited(on: stage) == 2)
        #expect(
            child.errors
                == "Could not connect to Baton: neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set\n")
    }
}
