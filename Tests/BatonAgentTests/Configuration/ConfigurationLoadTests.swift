// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import BatonAgent

@Suite("Configuration: reading a file")
struct ConfigurationLoadTests {
    private func read(_ text: String, set overrides: [String] = []) throws -> LoadedConfiguration {
        try Configuration.read(Array(text.utf8), source: "baton.conf", overrides: overrides)
    }

    private func problems(_ text: String, set overrides: [String] = []) -> [String] {
        do {
            return try read(text, set: overrides).warnings.map(\.description)
        } catch {
            return (error as? ConfigurationError)?.diagnostics.map(\.description) ?? ["\(error)"]
        }
    }

    @Test("an empty text is the default configuration")
    func emptyIsDefault() throws {
        let loaded = try read("")
        #expect(loaded.configuration == Configuration())
        #expect(loaded.warnings.isEmpty)
    }

    @Test("a full file sets what it says")
    func fullFile() throws {
        let text = """
            # comment
            [MPRIS]
            Name = Both ; a comment

              [routing]
                policy = recent
                ignore = spotify
                ignore = org.mpris.MediaPlayer2.chrom*
                launch = mpv --idle "a b"
                call-timeout = 1s 500ms
            [limits]
            metadata-bytes = 128K
            """
        let configuration = try read(text).configuration
        #expect(configuration.mpris.name == .both)
        #expect(configuration.routing.policy == .recent)
        #expect(configuration.routing.ignore.map(\.description) == ["spotify", "chrom*"])
        #expect(configuration.routing.launch == ["mpv", "--idle", "a b"])
        #expect(configuration.routing.callTimeout == .milliseconds(1500))
        #expect(configuration.limits.metadataBytes == 131_072)
    }

    @Test("a wrong value names file, line and column, and what to write")
    func wrongValue() {
        #expect(
            problems("[routing]\n  call-timeout = 0.5\n") == [
                "baton.conf:2:18: error: 'call-timeout' wants a duration such as '500ms' or '2min', not '0.5'"
            ])
    }

    @Test("--set goes before the file, whatever the case of its names")
    func overrides() throws {
        let configuration = try read("[mpris]\nname = none\n", set: ["MPRIS.Name=baton"]).configuration
        #expect(configuration.mpris.name == .baton)
    }
}
