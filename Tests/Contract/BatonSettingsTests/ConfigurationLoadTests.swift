// SPDX-License-Identifier: Apache-2.0

import BatonValues
import Glibc
import Testing

@testable import BatonSettings

@Suite("Configuration: loading")
struct ConfigurationLoadTests {
    @Test("an empty text is the default configuration")
    func emptyIsDefault() throws {
        let loaded = try loadConfiguration("")
        #expect(loaded.configuration == Configuration())
        #expect(loaded.warnings.isEmpty)
    }

    @Test("a full file sets what it says, whatever the case of its names")
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
            """
        let configuration = try loadConfiguration(text).configuration
        #expect(configuration.mpris.name == .both)
        #expect(configuration.routing.policy == .recent)
        #expect(configuration.routing.ignore.map(\.description) == ["spotify", "chrom*"])
        #expect(configuration.routing.launch == ["mpv", "--idle", "a b"])
        #expect(configuration.routing.callTimeout == .milliseconds(1500))
    }

    @Test("one error anywhere and nothing is used, but everything wrong is reported")
    func allOrNothing() {
        let text = "[mpris]\nname = baton\n[routing]\npolicy = fast\ncall-timeout = 0.5\n"
        #expect(
            configurationProblems(text) == [
                "baton.conf:4:10: error: 'policy' wants one of playing, recent, not 'fast'",
                "baton.conf:5:16: error: 'call-timeout' wants a duration such as '500ms' or '2min', not '0.5'",
            ])
        #expect(throws: ConfigurationError.self) { try loadConfiguration(text) }
    }

    @Test("unknown names are warnings with the nearest known one, and the rest is used")
    func unknownNames() throws {
        let loaded = try loadConfiguration(
            """
            [rooting]
            policy = recent
            x = y
            [routing]
            polcy = recent
            name = baton
            zzz = 1
            [log]
            level = debug
            """)
        #expect(loaded.configuration.log.level == .debug)
        #expect(
            loaded.warnings.map(\.description) == [
                "baton.conf:1: warning: unknown section 'rooting', its keys are ignored; did you mean [routing]?",
                "baton.conf:5:1: warning: unknown key 'polcy' in [routing], it is ignored; did you mean 'policy'?",
                "baton.conf:6:1: warning: unknown key 'name' in [routing], it is ignored; it belongs below [mpris]",
                """
                baton.conf:7:1: warning: unknown key 'zzz' in [routing], it is ignored; there are 'policy', 'ignore', \
                'priority', 'remote-players-last', 'remote', 'focused', 'call-timeout', 'app-timeout', 'start-wait', \
                'launch'
                """,
            ])
    }

    @Test("an unknown section without keys is told too; one that is written wrongly is no error as long as it has none")
    func emptySections() throws {
        let loaded = try loadConfiguration(
            "[rooting]\n[mpris]\n# name = baton\n[device]\n[log]\nlevel = debug\n[awaek]\n")
        #expect(loaded.configuration.log.level == .debug)
        #expect(
            loaded.warnings.map(\.description) == [
                "baton.conf:1: warning: unknown section 'rooting', its keys are ignored; did you mean [routing]?",
                "baton.conf:4: warning: section 'device' is written [device NAME]",
                "baton.conf:7: warning: unknown section 'awaek', its keys are ignored; did you mean [awake]?",
            ])
    }

    @Test("a key above every section is an error that says where it belongs")
    func noSection() {
        #expect(
            configurationProblems("policy = recent") == [
                "baton.conf:1:1: error: 'policy' is in no section; write it below [routing]"
            ])
    }

    @Test("the last of two values counts, with a warning; a list takes both and drops repetitions")
    func repeatedKeys() throws {
        let loaded = try loadConfiguration(
            "[log]\nlevel = debug\nlevel = error\n[routing]\nignore = a\nignore = b\nignore = a\n")
        #expect(loaded.configuration.log.level == .error)
        #expect(loaded.configuration.routing.ignore.map(\.description) == ["a", "b"])
        #expect(
            loaded.warnings.map(\.description) == [
                "baton.conf:3:1: warning: 'level' was already set at baton.conf:2:9; the last one counts, remove the other"
            ])
    }

    @Test("an empty value puts the default back and empties a list")
    func emptyValue() throws {
        let configuration = try loadConfiguration(
            "[log]\nlevel =\n[routing]\nignore = a\nignore =\nignore = b\n[seek]\nhold-limit =\n"
        ).configuration
        #expect(configuration.log.level == .info)
        #expect(configuration.routing.ignore.map(\.description) == ["b"])
        #expect(configuration.seek.holdLimit == .seconds(30))
    }

    @Test("a file's list replaces the default one")
    func listReplacesDefault() throws {
        let steps = try loadConfiguration("[seek]\nhold-step = 1s\nhold-step = 5s after 3s\n").configuration.seek
        #expect(steps.holdSteps == [SeekStep(.seconds(1), after: .zero), SeekStep(.seconds(5), after: .seconds(3))])
        #expect(steps.holdStep(after: .zero) == .seconds(1))
        #expect(steps.holdStep(after: .milliseconds(2999)) == .seconds(1))
        #expect(steps.holdStep(after: .seconds(3)) == .seconds(5))
    }

    @Test("--set goes before the file, replaces its lists, and adds to itself")
    func overrides() throws {
        let configuration = try loadConfiguration(
            "[mpris]\nname = none\n[routing]\nignore = a\n",
            set: ["mpris.name=both", "MPRIS.Name=baton", "routing.ignore=b", "routing.ignore = c"]
        ).configuration
        #expect(configuration.mpris.name == .baton)
        #expect(configuration.routing.ignore.map(\.description) == ["b", "c"])
    }

    @Test(
        "a --set that means nothing is an error",
        arguments: ["", "x", "mpris", "mpris.name", "=", ".=", "mpris.=x", ".name=x", "mpris.nam=auto", "x.y=z"])
    func wrongOverride(_ text: String) {
        let problems = configurationProblems("", set: [text])
        #expect(problems.count == 1)
        #expect(problems.allSatisfy { $0.hasPrefix("--set '\(text)': error: ") })
    }
}
