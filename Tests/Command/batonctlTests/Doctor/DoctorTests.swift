// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonDoctor
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
        let result = try stage.run("doctor")
        #expect(result.status == 0 && result.errors.isEmpty)
        #expect(
            result.output.hasPrefix(
                """
                service
                  batond  works          version 0.1.0, process 7
                focus
                  x11     works          in front: ge\u{FFFD}[31mdit, process 8
                """))
        #expect(
            result.output.contains(
                """
                route
                  xtest   works          all X11 apps
                  portal  needs-consent  the desktop asks you first, once
                                         → batonctl setup
                input
                  evdev   unavailable    newer\u{FFFD}[31m-code

                Undo works by xtest.

                """), "\(result.output)")
        #expect(!result.output.contains("\u{1b}"))
    }

    @Test("--json prints the same rows for scripts")
    func json() throws {
        let stage = try Stage()
        let agent = try StubUndoAgent(on: stage)
        agent.rows = Self.rows
        let result = try stage.run("doctor", "--json")
        #expect(result.status == 0)
        #expect(result.output.hasPrefix(#"{"agent":"0.1.0","undo":true,"rows":[{"section":"service","name":"batond","#))
        let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
        let rows = object?["rows"] as? [[String: Any]] ?? []
        #expect(rows.compactMap { $0["name"] as? String }.starts(with: Self.rows.map(\.name)))
        let codes = ["running", "app-in-front", "route-ready", "needs-consent", "newer\u{1b}[31m-code"]
        #expect(rows.compactMap { $0["code"] as? String }.starts(with: codes), "\(result.output)")
        let details = rows.compactMap { $0["details"] as? [String: Any] }
        #expect(details.count == rows.count)
        #expect(details.first?["version"] as? String == "0.1.0" && details.first?["process"] as? Int == 7)
    }

    @Test("without a way to undo the exit status is 1, and the output says what is missing")
    func noWay() throws {
        let stage = try Stage()
        let agent = try StubUndoAgent(on: stage)
        agent.rows = [
            DoctorFinding(section: "route", name: "xtest", state: "unavailable", reason: .route(.noX11Display))
        ]
        let result = try stage.run("doctor")
        #expect(result.status == 1 && result.errors.isEmpty)
        #expect(result.output.contains("There is no way to undo in this session.\n"))
    }

    @Test("without the agent it says so, how to start it, and what it finds itself; exit status 2")
    func alone() throws {
        let stage = try Stage()
        let result = try stage.run("doctor")
        #expect(result.status == 2)
        #expect(result.errors.hasPrefix("Baton is not running. Start it: "))
        #expect(result.output.contains("Baton is not running\n"))
        #expect(result.output.contains("/debug/batond\n") || result.output.contains("/release/batond\n"))
        #expect(result.output.contains("bus            works"))
        let json = try stage.run("doctor", "--json")
        #expect(json.status == 2)
        #expect(
            json.output.hasPrefix(
                #"{"agent":null,"undo":false,"rows":[{"section":"service","name":"batond","state":"unavailable","#))
        #expect(json.output.contains(#""code":"agent-absent","details":{}}"#), "\(json.output)")
    }

    @Test("the same without a bus")
    func noBus() throws {
        let stage = try Stage()
        let child = try ChildProcess([Stage.program("batonctl"), "doctor"], environment: ["PATH": "/usr/bin:/bin"])
        #expect(try child.waited(on: stage) == 2)
        #expect(child.output.contains("there is no session bus"))
        let gone = try ChildProcess(
            [Stage.program("batonctl"), "doctor"],
            environment: ["PATH": "/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus"])
        #expect(try gone.waited(on: stage) == 2)
        #expect(gone.output.contains("bus            unavailable"), "\(gone.output)")
    }

    @Test("an older agent is recognized, and the rows that need no agent are shown")
    func oldAgent() throws {
        let stage = try Stage()
        _ = try StubMotionAgent(on: stage)
        let result = try stage.run("doctor")
        #expect(result.status == 1)
        #expect(result.errors.hasPrefix("The Baton that is running is older than batonctl."))
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
