// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDoctor
import BatonDrawing
import BatonPageReport
import BatonTestSupport
import Foundation
import Testing

@testable import batonctl

/// How the doctor's rows are printed, and what is examined without the agent.
@Suite struct DoctorReportTests {
    @Test("in a narrow terminal the reasons stand below the names, and no line is longer than it")
    func narrow() {
        let rows = [
            DoctorLine(
                section: "sensor", name: "accelerometer", state: "unavailable",
                reason: "the kernel has none that this program can read", advice: "look into the table"),
            DoctorLine(section: "service", name: "x", state: "works", reason: "fine"),
        ]
        let lines = DoctorTable(rows: rows, columns: 40).lines.map { $0.rendered { $0 } }
        #expect(lines.allSatisfy { $0.count <= 40 }, "\(lines)")
        #expect(lines.contains("  accelerometer  unavailable") && lines.contains("    fine"))
        #expect(lines.contains("    → look into the table"))
    }

    @Test("a table is wrapped between words, and never within one")
    func wraps() {
        let row = DoctorLine(
            section: "route", name: "portal", state: "works", reason: "one two three four five six seven",
            advice: "do_this_very_long_command_that_does_not_fit at all")
        let table = DoctorTable(rows: [row], isColored: false, columns: 44)
        #expect(
            table.lines.map(\.plain) == [
                "route",
                "  portal  works  one two three four five six",
                "                 seven",
                "                 → do_this_very_long_command_that_does_not_fit",
                "                   at all",
            ])
        #expect(DoctorTable(rows: [row], columns: 20).lines.count == 4)
        #expect(DoctorTable(rows: []).lines.isEmpty)
    }

    @Test("states have colors if colors are wanted")
    func colors() {
        let row = DoctorLine(section: "route", name: "a", state: "unavailable", reason: "b")
        let lines = DoctorTable(rows: [row], isColored: true).lines
        // Another route may do; what the input lacks is a fault.
        #expect(lines[1].rendered { $0 } == "  a  \u{1b}[0;2munavailable\u{1b}[0m  b")
        let input = DoctorLine(section: "input", name: "a", state: "unavailable", reason: "b")
        let red = DoctorTable(rows: [input], isColored: true).lines[1]
        #expect(red.rendered { $0 } == "  a  \u{1b}[0;31munavailable\u{1b}[0m  b")
    }

    /// A folder with empty executable files.
    private func folder(_ paths: [String]) throws -> String {
        let root = FileManager.default.temporaryDirectory.appending(path: "baton-doctor-\(UUID().uuidString)").path
        for path in paths {
            let file = URL(filePath: root + path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            #expect(
                FileManager.default.createFile(atPath: file.path, contents: nil, attributes: [.posixPermissions: 0o755])
            )
        }
        return root
    }

    @Test("installed files are found in the folders where the system looks for them")
    func installed() throws {
        let root = try folder([
            "/usr/bin/batond", "/usr/libexec/baton/baton-keys", "/usr/bin/baton-sensor", "/usr/bin/baton-audio",
            "/h/.local/share/systemd/user/app-org.baton.Baton.service",
            "/x/dbus-1/services/org.baton.Baton1.service", "/run/user/7/systemd/private",
        ])
        defer { try? FileManager.default.removeItem(atPath: root) }
        let checks = LocalChecks(
            installation: Installation(
                root: root, environment: ["HOME": "/h", "XDG_DATA_DIRS": "/x:/y", "XDG_RUNTIME_DIR": "/run/user/7"],
                programFolders: ["/nowhere", "/usr/bin"]),
            displays: ["DISPLAY": ":1"], groups: [])
        let rows = checks.rows(without: .absent)
        let states = Dictionary(rows.map { ($0.name, $0.state) }, uniquingKeysWith: { first, _ in first })
        #expect(
            states == [
                "batond": "unavailable", "program": "works", "unit": "works", "activation": "works",
                "baton-audio": "works", "baton-keys": "works", "baton-sensor": "works", "bus": "works",
                "display": "works",
                "accelerometer": "unavailable",
            ])
        #expect(
            rows.map(\.code) == [
                "agent-absent", "program-found", "file-found", "file-found", "program-found", "program-found",
                "program-found", "bus-answers", "display-found", "no-accelerometer",
            ])
        #expect(rows[1].details == [.path: "/usr/bin/batond"])
        #expect(rows.first { $0.name == "display" }?.details == [.x11: ":1"])
        #expect(rows[0].advice.hasSuffix(": systemctl --user enable --now app-org.baton.Baton.service"))
    }

    @Test("what is wrong with batond has a code, and an advice where there is one")
    func problems() {
        let bare = LocalChecks(
            installation: Installation(root: "/nonexistent", environment: [:], programFolders: ["/usr/bin"]),
            groups: [])
        #expect(bare.rows(without: .absent)[0].advice == "install Baton")
        #expect(bare.rows(without: .noBus("gone"))[0].advice == "run it inside your session")
        #expect(
            bare.rows(without: .noBus("gone")).map(\.code) == [
                "no-session-bus", "program-missing", "file-missing", "file-missing", "no-session-bus",
                "display-unknown", "no-accelerometer",
            ])
        let refusing = bare.rows(without: .refusing("asked too often; wait"))[0]
        #expect([refusing.reason, refusing.code, refusing.advice] == ["asked too often; wait", "agent-refuses", ""])
        let hung = bare.rows(without: .silent("it hangs"))[0]
        #expect(
            hung.reason == "it hangs"
                && hung.advice == "restart it: systemctl --user restart app-org.baton.Baton.service")
    }

    @Test("each code of batonctl's own rows is in docs/batonctl.md, and none is a code of the agent")
    func localCodes() throws {
        let file = URL(filePath: Checkout.root).appending(path: "docs/batonctl.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        for code in LocalCode.allCases {
            #expect(text.contains("`\(code.rawValue)`"), "\(code)")
            #expect(ReasonCode(rawValue: code.rawValue) == .unknown(code.rawValue), "\(code)")
        }
    }

    @Test("with a sensor a row tells what gives access to its buffer: the rule, and the group")
    func buffer() throws {
        let sensor = "/sys/bus/iio/devices/iio:device0/in_accel_x_raw"
        let plain = try folder([sensor])
        let ruled = try folder([sensor, "/etc/udev/rules.d/60-baton-iio.rules"])
        defer { for root in [plain, ruled] { try? FileManager.default.removeItem(atPath: root) } }
        func row(_ root: String, _ groups: [String]) -> DoctorLine? {
            LocalChecks(installation: Installation(root: root, environment: [:], programFolders: []), groups: groups)
                .bufferRows.first
        }
        #expect(row(plain, ["baton-sensor"])?.advice == "install Baton")
        #expect(row(plain, ["baton-sensor"])?.code == "buffer-rule-missing")
        #expect(row(ruled, ["input"])?.code == "buffer-group-missing")
        #expect(row(ruled, ["baton-sensor"])?.code == "buffer-ready")
        #expect(row(ruled, ["input"])?.advice.hasSuffix("sudo adduser $USER baton-sensor") == true)
        #expect(row(ruled, ["baton-sensor"])?.state == "works")
        #expect(row("/nonexistent", ["baton-sensor"]) == nil)
    }
}
