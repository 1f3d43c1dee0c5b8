// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonDoctor
import BatonTestSupport
import Glibc
import Testing

@testable import batonctl

/// `batonctl setup` as a process on a bus with the agent's side of the interface.
@Suite struct SetupTests {
    private static let focus = DoctorFinding(
        section: "focus", name: "at-spi", state: "works", reason: .doctor(.appInFront, [.app: "gedit"]))
    private static func portal(_ state: String) -> DoctorFinding {
        DoctorFinding(section: "route", name: "portal", state: state, reason: nil)
    }
    private static let gtk = DoctorFinding(
        section: "route", name: "gtk-actions", state: "works", reason: .doctor(.routeReady))

    @Test("setup explains the question before the dialog appears, and prints the outcome afterwards")
    func granted() throws {
        let stage = try Stage()
        let agent = try StubUndoAgent(on: stage)
        agent.rows = [Self.focus, Self.gtk, Self.portal("needs-consent")]
        agent.rowsWithConsent = [Self.focus, Self.gtk, Self.portal("works")]
        agent.consent = nil
        let child = try stage.start("batonctl", ["setup"])
        try #require(stage.turn { agent.waiting == 1 })
        #expect(agent.calls == ["Doctor()", "RequestConsent('portal')"])
        #expect(
            child.output.contains("Shake to undo     partly    only in apps with their own Undo action yet\n"),
            "\(child.output)")
        #expect(child.output.contains("asks whether Baton may use the keyboard"))
        #expect(child.lines.last == "Waiting for your answer in the dialog; Ctrl-C cancels.")
        child.kill()
        agent.consent = ("granted", nil)
        let result = try stage.run("setup")
        #expect(result.status == 0)
        #expect(result.output.contains("Done: Baton may press keys (portal).\n\nNow:\nShake to undo  ready"))
        #expect(try stage.run("setup").output.contains("No permissions are needed.\n"))
        #expect(agent.calls.filter { $0.hasPrefix("RequestConsent") }.count == 2)
    }

    @Test(
        "without consent nothing is changed",
        arguments: [
            ("denied", nil, "Nothing was changed: it was not allowed."),
            ("denied", .route(.portalDenied), "Nothing was changed: it was not allowed."),
            ("failed", .route(.portalEnded), "It failed: the portal ended the question without an answer."),
        ] as [(String, Reason?, String)])
    func denied(_ word: String, _ reason: Reason?, _ text: String) throws {
        let stage = try Stage()
        let agent = try StubUndoAgent(on: stage)
        agent.rows = [Self.focus, Self.portal("needs-consent")]
        agent.consent = (word, reason)
        let result = try stage.run("setup")
        #expect(result.status == 1)
        #expect(result.output.contains(text), "\(result.output)")
        #expect(
            result.output.contains("Shake to undo     partly    your desktop asks you first, once\n"),
            "\(result.output)")
    }

    @Test("Ctrl-C while the dialog is open cancels, and setup says so")
    func interrupted() throws {
        let stage = try Stage()
        let agent = try StubUndoAgent(on: stage)
        agent.rows = [Self.focus, Self.portal("needs-consent")]
        agent.consent = nil
        let child = try stage.start("batonctl", ["setup"])
        try #require(stage.turn { agent.waiting == 1 })
        kill(child.identifier, SIGINT)
        #expect(try child.waited(on: stage) == 1)
        #expect(child.output.contains("Nothing was changed: you cancelled"))
    }

    @Test("at a terminal no dialog appears before Enter; the end of the input changes nothing")
    func terminal() throws {
        let stage = try Stage()
        let agent = try StubUndoAgent(on: stage)
        agent.rows = [Self.focus, Self.portal("needs-consent")]
        // script(1) runs the command on a terminal, and passes on its own input, which has ended.
        let child = try ChildProcess(
            ["script", "--quiet", "--return", "--command", "\(Stage.program("batonctl")) setup", "/dev/null"],
            environment: ["DBUS_SESSION_BUS_ADDRESS": stage.address, "PATH": "/usr/bin:/bin", "SHELL": "/bin/sh"])
        #expect(try child.waited(on: stage) == 1)
        #expect(child.output.contains("Press Enter to open the dialog"))
        #expect(child.output.contains("Nothing was changed."))
        #expect(agent.calls == ["Doctor()", "Doctor()"])
    }

    @Test("nothing to agree to and nothing that could work: setup says both, which is no failure")
    func nothing() throws {
        let stage = try Stage()
        let agent = try StubUndoAgent(on: stage)
        agent.rows = [
            DoctorFinding(section: "route", name: "xtest", state: "unavailable", reason: .route(.noX11Display))
        ]
        let result = try stage.run("setup")
        #expect(result.status == 0)
        #expect(result.output.contains("no program can press Undo in this session\n"), "\(result.output)")
        #expect(result.output.contains("No permissions are needed.\n"))
    }
}
