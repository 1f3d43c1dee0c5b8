// SPDX-License-Identifier: Apache-2.0

import BatonSettings
import Testing

@testable import BatonSetup

@Suite("Keys of baton.conf") struct ConfigurationChangeTests {
    private static let file = ".config/baton/baton.conf"
    private let home: HomeFolder

    init() throws { home = try HomeFolder() }

    private func change(_ settings: [(String, String)], used: Bool = true) throws -> ConfigurationChange {
        try ConfigurationChange(
            "motion", settings.map { (key: $0.0, value: $0.1) }, usedFile: used ? "\(home.path)/\(Self.file)" : nil,
            home.environment([:]))
    }

    /// Texts before, and the same with `acceleration-sign = kernel` and `magnetometer = m` set.
    private static let texts: [(before: String, after: String)] = [
        ("", "[motion]\nacceleration-sign = kernel\nmagnetometer = m\n"),
        ("[shake]\nenabled = no", "[shake]\nenabled = no\n[motion]\nacceleration-sign = kernel\nmagnetometer = m\n"),
        (
            "[motion]\n# mine\ngyroscope = g\n[undo]\nmode = off\n",
            "[motion]\nacceleration-sign = kernel\nmagnetometer = m\n# mine\ngyroscope = g\n[undo]\nmode = off\n"
        ),
        (
            "  [motion]\n\tacceleration-sign=auto\n magnetometer : 1\n[shake]\nacceleration-sign = x\n",
            "  [motion]\nacceleration-sign = kernel\nmagnetometer = m\n[shake]\nacceleration-sign = x\n"
        ),
        (
            "[motion]\nacceleration-sign = hid\n[undo]\n[motion]\nacceleration-sign = auto\n#magnetometer = 1\n",
            "[motion]\nmagnetometer = m\nacceleration-sign = hid\n[undo]\n[motion]\nacceleration-sign = kernel\n#magnetometer = 1\n"
        ),
    ]

    @Test(
        "SIGN7: keys are set where they stand or below their section, and taken back to the same bytes",
        arguments: texts.indices)
    func andBack(_ index: Int) throws {
        let (before, after) = Self.texts[index]
        try home.write(Self.file, before)
        let change = try change([("acceleration-sign", "kernel"), ("magnetometer", "m")])
        #expect(try change.difference.contains("+magnetometer = m"))
        #expect(home.read(Self.file) == before, "a difference changes nothing")
        try change.make(in: home.state)
        #expect(home.read(Self.file) == after)
        #expect(try change.difference == "")
        #expect(try ConfigurationChange.takeBack(in: home.state) == [])
        #expect(home.read(Self.file) == before)
        #expect(try ConfigurationChange.takeBack(in: home.state) == nil)
    }

    /// What `batonctl check` takes for `[interruptions] call`.
    private static let calls = [
        "[Interruptions]\nCall = off\n", "[interruptions] # mine\ncall = off\n",
        "\u{FEFF}[interruptions]\ncall = off\n",
        "[undo]\r\nmode = off\r\n[interruptions]\r\ncall = off\r\n", "[ interruptions ]\n  CALL:off\n",
        "[interruptions]\ncall = off ; not in meetings\n", "[interruptions]\n[undo]\n[INTERRUPTIONS] ; again\ncall=off",
    ]

    @Test("SETUP12: what the user has written about calls counts as batond reads it", arguments: calls)
    func users(_ text: String) throws {
        try home.write(Self.file, text)
        #expect(Configuration.problems(in: Array(text.utf8), source: "").isEmpty)
        let change = try ConfigurationChange(
            "interruptions", [("call", "microphone")], usedFile: "\(home.path)/\(Self.file)", home.environment([:]),
            as: .call)
        #expect(change.hadLines)
        try change.make(in: home.state)
        let changed = try #require(home.read(Self.file))
        let read = try Configuration.read(Array(changed.utf8), source: "")
        #expect(read.warnings.isEmpty && "\(read.configuration.interruptions.call)" == "microphone", "\(changed)")
        #expect(try ConfigurationChange.takeBack(.call, in: home.state) == [])
        #expect(home.read(Self.file) == text)
    }

    @Test(
        "SETUP12: a key is put below the header that batond reads, with the line ends of the file",
        arguments: [
            ("[Motion] # mine\n[undo]\n", "[Motion] # mine\nacceleration-sign = hid\n[undo]\n"),
            ("\u{FEFF}[motion]\r\n[undo]\r\n", "\u{FEFF}[motion]\r\nacceleration-sign = hid\r\n[undo]\r\n"),
            ("[undo]\r\nmode = off", "[undo]\r\nmode = off\r\n[motion]\r\nacceleration-sign = hid\r\n"),
            ("# [motion]\n", "# [motion]\n[motion]\nacceleration-sign = hid\n"),
        ])
    func below(_ before: String, _ after: String) throws {
        try home.write(Self.file, before)
        try change([("acceleration-sign", "hid")]).make(in: home.state)
        #expect(home.read(Self.file).map { Array($0.utf8) } == Array(after.utf8))
        #expect(try ConfigurationChange.takeBack(in: home.state) == [])
        #expect(home.read(Self.file).map { Array($0.utf8) } == Array(before.utf8))
    }

    @Test(
        "SETUP4: a carriage return at the end of the file is there again",
        arguments: ["[undo]\nmode = off\r", "[undo]\r\nmode = off\r", "# mine\r", "\r", "[motion]\r", "[undo]\n\r"])
    func carriageReturn(_ before: String) throws {
        try home.write(Self.file, before)
        try change([("acceleration-sign", "hid")]).make(in: home.state)
        #expect(home.read(Self.file) != before)
        #expect(try ConfigurationChange.takeBack(in: home.state) == [])
        #expect(home.read(Self.file).map { Array($0.utf8) } == Array(before.utf8))
    }

    @Test("SETUP12: a file that batond refuses is not changed, and its error is told")
    func refused() throws {
        try home.write(Self.file, "[undo\nmode = off\n")
        #expect {
            try change([("acceleration-sign", "hid")])
        } throws: { "\($0)".contains("baton.conf:1") }
    }

    @Test("SIGN7: without a configuration a file is made, and removed again with its folders")
    func noFile() throws {
        let change = try change([("acceleration-sign", "hid")], used: false)
        #expect(try change.difference.hasPrefix("--- /dev/null\n"))
        try change.make(in: home.state)
        #expect(home.read(Self.file) == "[motion]\nacceleration-sign = hid\n")
        #expect(try ConfigurationChange.takeBack(in: home.state) == [])
        #expect(home.files.isEmpty, "\(home.files)")
    }

    @Test("SIGN7: what the user has changed since is kept, with a sentence")
    func kept() throws {
        try home.write(Self.file, "[motion]\n")
        try change([("acceleration-sign", "hid")]).make(in: home.state)
        try home.write(Self.file, "[motion]\nacceleration-sign = auto\n")
        #expect(try ConfigurationChange.takeBack(in: home.state)?.count == 1)
        #expect(home.read(Self.file) == "[motion]\nacceleration-sign = auto\n")
    }

    @Test("SIGN7: a configuration of the system is not hidden by a new one: the lines are told")
    func system() throws {
        #expect {
            try ConfigurationChange(
                "motion", [("acceleration-sign", "hid")], usedFile: "/etc/xdg/baton/baton.conf", home.environment([:]))
        } throws: { "\($0)".contains("acceleration-sign = hid") && "\($0)".contains("/etc/xdg/baton/baton.conf") }
        #expect(home.files.isEmpty)
    }
}
