// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDoctor
import BatonSettings
import Testing

@testable import batonctl

/// `batonctl doctor --report`: what it has, and what it never has.
@Suite struct BugReportTests {
    /// Texts that a report must not have, wherever they come from.
    private static let secrets = [
        "annalena", "/home/annalena", "annas-laptop", "Anna's AirPods", "AA:BB:CC:DD:EE:FF", "letter to the bank.odt",
        "Never Gonna Give You Up", "wayland-anna",
    ]

    private static func report(_ rows: [DoctorFinding], configuration: [String] = []) -> [String] {
        let local = LocalChecks(
            installation: Installation(root: "/nonexistent", environment: [:], programFolders: []), groups: [])
        let machine = ReportedMachine(
            facts: [("System", "Debian GNU/Linux 12 (bookworm)"), ("Desktop", "annalena's desktop")],
            privateWords: ["annalena", "/home/annalena", "annas-laptop"])
        return BugReport(
            report: DoctorReport(agent: "0.1.0", rows: rows.map { DoctorLine($0) }, local: local), machine: machine,
            configuration: configuration
        ).lines
    }

    /// A row of each section and code that the agent may send, with every detail hostile.
    private static var hostile: [DoctorFinding] {
        var details = Reason.Details()
        for (index, detail) in ReasonDetail.allCases.enumerated() {
            // These are words of Baton's own, and of the machine, not of its user.
            let own: [ReasonDetail] = [
                .version, .mode, .sensitivity, .formFactor, .location, .sign, .signEvidence, .axes, .kind, .operation,
                .bus,
                .desktop,
            ]
            let secret = own.contains(detail) ? "of annalena" : secrets[index % secrets.count]
            details[detail] = .text(secret)
        }
        let codes = DoctorCode.allCases.map { ReasonCode.doctor($0) } + [.input(.nodeForbidden), .sensor(.reading)]
        return DoctorSection.allCases.filter { $0 != .sensor && $0 != .notifications }.flatMap { section in
            codes.map { code in
                let name = section == .input ? "Anna's AirPods (AA:BB:CC:DD:EE:FF)" : "batond"
                return DoctorFinding(
                    section: section.rawValue, name: name, state: "works", reason: Reason(code, details))
            }
        }
    }

    @Test("no name, address, folder or title is in it, whatever the rows have")
    func hidesNames() {
        let text = Self.report(Self.hostile).joined(separator: "\n")
        for secret in Self.secrets { #expect(!text.contains(secret), "\(secret)") }
        #expect(text.contains("System: Debian GNU/Linux 12 (bookworm)") && text.contains("Desktop: …"))
        #expect(text.contains("input/… works listening"))
    }

    @Test("a code that is no word is left out: another program may answer for the agent")
    func hidesCodes() {
        let row = DoctorFinding(
            section: "Annalena B", name: "Never Gonna Give You Up", state: "by annalena",
            reason: Reason(.unknown("A B")))
        #expect(Self.report([row]).contains("  …/… … …"))
    }

    @Test("rows have their codes, and the details that help")
    func rows() {
        let lines = Self.report([
            DoctorFinding(
                section: "service", name: "batond", state: "works",
                reason: .doctor(.running, [.version: "0.1.0", .process: .number(7)])),
            DoctorFinding(
                section: "notifications", name: "daemon", state: "works",
                reason: .doctor(.choicesOffered, [.program: "dunst", .version: "1.9"])),
            DoctorFinding(
                section: "input", name: "Logitech Headset", state: "works",
                reason: .doctor(.listening, [.kind: "evdev", .program: "mpv"])),
        ])
        #expect(lines.contains("  service/batond works running version=0.1.0"), "\(lines)")
        #expect(lines.contains("  notifications/daemon works choices-offered version=1.9 program=dunst"), "\(lines)")
        #expect(lines.contains("  input/evdev works listening kind=evdev"), "\(lines)")
        #expect(lines.contains("  pauses ready"), "\(lines)")
    }

    @Test("of the configuration it has what differs from the defaults, and no value that may be a name")
    func configuration() {
        let text = """
            [undo]
            mode = immediate
            route = xtest
            [shake]
            enabled = yes
            sensor = annas-sensor
            [player Annalenas Radio]
            stream = annalena
            [device Anna's AirPods]
            wear = yes
            [nonsense annalena]
            x = annalena
            """
        let read = ConfigurationFileReader.read(Array(text.utf8), source: "/home/annalena/baton.conf")
        let lines = ConfigurationSummary.lines(read.assignments)
        #expect(lines.contains("[undo] mode = immediate"), "\(lines)")
        #expect(!lines.contains { $0.hasPrefix("[shake] enabled") }, "that is the default")
        #expect(lines.contains("[shake] sensor = …") && lines.contains("[device …] wear = yes"), "\(lines)")
        for word in ["annalena", "Anna", "Radio"] { #expect(!lines.joined().contains(word), "\(lines)") }
    }

    @Test("at a shell it is one text with codes in English, and exits as the doctor does")
    func command() throws {
        let stage = try Stage()
        let agent = try StubUndoAgent(on: stage)
        agent.rows = [
            DoctorFinding(
                section: "sensor", name: "accelerometer", state: "unavailable", reason: .sensor(.noAccelerometer))
        ]
        let result = try stage.run("doctor", "--report")
        #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
        #expect(result.output.hasPrefix("batonctl ") && result.output.contains("\nKernel: Linux "))
        #expect(result.output.contains("  shake not-here no-accelerometer\n"), "\(result.output)")
        #expect(result.output.contains("  sensor/accelerometer unavailable no-accelerometer\n"))
        #expect(try stage.run("doctor", "--report", "--json").status == 64)
    }
}
