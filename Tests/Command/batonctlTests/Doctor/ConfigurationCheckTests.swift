// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDoctor
import BatonTestSupport
import Testing

@testable import batonctl

/// What the doctor says of the configuration file as it is now, whatever batond has read.
@Suite struct ConfigurationCheckTests {
    private let folder = TemporaryFolder()

    private func check(_ text: String?, known file: String? = nil) -> ConfigurationCheck {
        if let text { folder.write(text, to: "baton/baton.conf") }
        return ConfigurationCheck(
            file: file, environment: ["XDG_CONFIG_HOME": folder.path, "XDG_CONFIG_DIRS": "/nowhere"])
    }

    private let read = DoctorLine(
        section: DoctorSection.service.rawValue, name: DoctorName.configuration, state: DoctorLine.works,
        reason: "no file, and none is needed", code: DoctorCode.configurationRead.rawValue)

    @Test("a file with an error is told with its line, in the place of what batond has read before")
    func refused() throws {
        let check = check("[routing]\npolicy = recent\n[shake]\nsensitivity = hgih\n")
        let rows = check.reviewed([read], isRunning: true)
        let row = try #require(rows.first)
        #expect(rows.count == 1 && row.code == "configuration-refused" && row.isFault)
        #expect(row.reason.contains("baton.conf:4") && row.advice == "batonctl check", "\(row.reason)")
        #expect(row.reason.hasPrefix("Baton does not use this file: "))
        var absent = DoctorLine(
            section: DoctorSection.service.rawValue, name: DoctorName.agent, state: DoctorLine.unavailable,
            code: LocalCode.agentAbsent.rawValue)
        absent.advice = "start it"
        let alone = check.reviewed([absent], isRunning: false)
        #expect(alone.map(\.code) == ["agent-absent", "configuration-refused"], "also where batond does not run")
        #expect(alone[0].advice == "mend the configuration file first: batonctl check")
        #expect(alone[1].reason.hasPrefix("Baton does not start with this file: "))
        #expect(check.lines == ["line 4: error"])
    }

    @Test(
        "a file without an error, and no file, leave the row as it is",
        arguments: ["[routing]\npolicy = recent\n", nil])
    func kept(_ text: String?) {
        let check = check(text)
        #expect(check.reviewed([read], isRunning: true).map(\.code) == [read.code] && check.lines.isEmpty)
        #expect((check.file == nil) == (text == nil))
    }

    @Test(
        "where batond does not run, the report has the keys of the file that it would read; of a wrong line only its number"
    )
    func report() throws {
        let check = check("[interruptions]\ncall = microphone\nsecret line of mine\n")
        #expect(check.file == "\(folder.path)/baton/baton.conf")
        #expect(check.lines == ["line 3: error"] || check.lines == ["line 3: warning"], "\(check.lines)")
    }

    @Test("a folder in the file's place is told")
    func directory() {
        folder.write("", to: "baton/baton.conf/x")
        #expect(check(nil).row(isRunning: true)?.code == "configuration-refused")
    }

    @Test("a file that batond has read and that is gone is not looked for")
    func gone() {
        #expect(check("[routing]\npolicy = recent\n", known: "/nowhere/baton.conf").row(isRunning: true) == nil)
    }
}
