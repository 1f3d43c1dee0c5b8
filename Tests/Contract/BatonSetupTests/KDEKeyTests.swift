// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BatonSetup

@Suite("Keys of KDE's files") struct KDEKeyTests {
    private static let file = ".config/kwinrc"
    private let home: HomeFolder

    init() throws { home = try HomeFolder() }

    private func planned() throws -> ChangedKey {
        try ChangedKey.planned("\(home.path)/\(Self.file)", "Plugins", "xEnabled", "true")
    }

    @Test(
        "SETUP12: a key is found where KConfig finds it, and put back to the same bytes",
        arguments: [
            ("[Plugins]\nxEnabled = false\n", "[Plugins]\nxEnabled=true\n"),
            (" [Plugins]\r\n\txEnabled=false\r\n", " [Plugins]\r\nxEnabled=true\r\n"),
            ("[Plugins]\nxEnabled=true\nxEnabled=false\n", "[Plugins]\nxEnabled=true\nxEnabled=true\n"),
            ("[Plugins]\n[A]\n[Plugins]\nxEnabled=false\n", "[Plugins]\n[A]\n[Plugins]\nxEnabled=true\n"),
            ("[Plugins]\nxEnabled[$e]=false\n", "[Plugins]\nxEnabled=true\n"),
            ("[Plugins][x]\nxEnabled=false\n", "[Plugins][x]\nxEnabled=false\n[Plugins]\nxEnabled=true\n"),
            (
                "[Plugins]\n#xEnabled=false\nxEnabled[de]=1\n",
                "[Plugins]\nxEnabled=true\n#xEnabled=false\nxEnabled[de]=1\n"
            ),
        ])
    func found(_ before: String, _ after: String) throws {
        try home.write(Self.file, before)
        let change = try planned()
        try change.make()
        #expect(home.read(Self.file).map { Array($0.utf8) } == Array(after.utf8))
        #expect(try change.isPresent)
        #expect(try change.takeBack() == nil)
        #expect(home.read(Self.file).map { Array($0.utf8) } == Array(before.utf8))
    }

    @Test(
        "SETUP12: what is locked is not changed",
        arguments: ["[$i]\n[Plugins]\n", "[Plugins][$i]\nxEnabled=false\n", "[Plugins]\nxEnabled[$i]=false\n"])
    func locked(_ text: String) throws {
        try home.write(Self.file, text)
        #expect(throws: SetupError.self) { try planned() }
    }
}
