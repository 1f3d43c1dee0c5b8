// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BatonSettings

@Suite("Configuration: what libinih would change silently")
struct ConfigurationReaderTests {
    private func assignments(_ text: String) -> [String] {
        ConfigurationFileReader.read(Array(text.utf8), source: "f").assignments
            .map { "\($0.place.line ?? 0) [\($0.section)] \($0.name)=\($0.value)" }
    }

    @Test("indented lines are not more of the value above")
    func indentation() {
        #expect(assignments("[a]\n  b = 1\n  c = 2\n\td = 3") == ["2 [a] b=1", "3 [a] c=2", "4 [a] d=3"])
    }

    @Test("CRLF, a byte order mark, blank lines and a missing last line end change nothing")
    func lineEnds() {
        #expect(assignments("\u{FEFF}[a]\r\n\r\nb = 1\r\nc = 2") == ["3 [a] b=1", "4 [a] c=2"])
        #expect(assignments("") == [])
        #expect(assignments("\u{FEFF}") == [])
        #expect(assignments("\n\n\r\n") == [])
    }

    @Test("comments begin with ; or # in the first column, and with a blank and ; after a value")
    func comments() {
        #expect(
            assignments("# x = 1\n;y = 2\n[a] ; c\nb = 1 ; c\nd = 1;2\ne = #5\nf = ; c") == [
                "4 [a] b=1", "5 [a] d=1;2", "6 [a] e=#5", "7 [a] f=",
            ])
    }

    @Test("a line of 190 bytes is read, one of 191 is an error and not half a value")
    func longLines() {
        let fits = "k = " + String(repeating: "x", count: 186)
        #expect(assignments("[a]\n\(fits)\n") == ["2 [a] k=\(String(repeating: "x", count: 186))"])
        #expect(assignments("[a]\n\(fits)x\nb = 1\n") == ["3 [a] b=1"])
        #expect(
            configurationProblems("[log]\n\(fits)x\n") == [
                "baton.conf:2: error: the line has 191 bytes, the most is 190; repeat the key for a list"
            ])
    }

    @Test("a section's name of 49 bytes is read, one of 50 is an error and its keys belong nowhere")
    func longSections() {
        let name = String(repeating: "n", count: 49)
        #expect(assignments("[\(name)]\nb = 1") == ["2 [\(name)] b=1"])
        #expect(assignments("[a]\nx = 1\n[\(name)n]\nb = 1\n[c]\nd = 1") == ["2 [a] x=1", "6 [c] d=1"])
        #expect(
            configurationProblems("[\(name)n]\nb = 1") == [
                "baton.conf:1: error: the section's name has 50 bytes, the most is 49"
            ])
    }

    @Test(
        "each refused line says why, and where",
        arguments: [
            ("[mpris", "1:6: error: a section's header ends in ']'"),
            ("[]", "1: error: the section has no name"),
            ("[ ]", "1: error: the section has no name"),
            ("[mpris] name = auto", "1:9: error: text after ']'; write it on a line of its own"),
            ("[a;b]", "1:3: error: a section's name has no ';', '#' or '['"),
            ("[[a]]", "1:2: error: a section's name has no ';', '#' or '['"),
            ("[log]\nlevel", "2:1: error: neither 'key = value' nor '[section]'"),
            ("[log]\n  \"level", "2:3: error: neither 'key = value' nor '[section]'"),
            ("[log]\n= debug", "2:1: error: no key before '='; write 'key = value'"),
            ("[log]\nlevel = \\\n", "2:9: error: a line cannot go on in the next; repeat the key for a list"),
            ("[log]\nlevel\u{0} = debug", "2:6: error: control character 0x00; remove it"),
            ("[log]\näö\u{1B} = 1", "2:3: error: control character 0x1B; remove it"),
            ("[log]\rlevel = debug", "1:6: error: control character 0x0D; remove it"),
            (
                "[log]\nlevel = dbug",
                "2:9: error: 'level' wants one of error, warning, notice, info, debug, trace, "
                    + "not 'dbug'; did you mean 'debug'?"
            ),
        ])
    func refusals(_ text: String, _ problem: String) {
        #expect(configurationProblems(text) == ["baton.conf:\(problem)"])
    }

    @Test("invalid UTF-8 is an error of its line")
    func invalidUnicode() {
        let bytes = Array("[log]\n# ".utf8) + [0xFF, 0xC3] + Array("\nlevel = debug\n".utf8)
        #expect(
            configurationProblems(bytes).map(\.description) == [
                "baton.conf:2: error: the line is not UTF-8; save the file as UTF-8"
            ])
    }

    @Test("columns count characters")
    func columns() {
        #expect(
            configurationProblems("[routing]\n  ignore =   ü\n").first?.hasPrefix("baton.conf:2:14: error: ") == true)
    }

    @Test("after a hundred problems the rest is not read, and that is said")
    func manyProblems() {
        let problems = configurationProblems("[log]\n" + String(repeating: "x\n", count: 5000))
        #expect(problems.count == 101)
        #expect(problems.last == "baton.conf:101: error: too many problems; the lines after this were not read")
    }
}
