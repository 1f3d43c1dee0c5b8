// SPDX-License-Identifier: Apache-2.0

import BatonDrawing
import Testing

@Suite struct StyledTextTests {
    @Test("runs of one style are joined, so that two ways to build a line are equal")
    func joins() {
        var line = StyledText("a", .red)
        line.append("b", .red)
        line.append("", .green)
        line.append("c")
        var other = StyledText("ab", .red)
        other.append("c")
        #expect(line == other && line.plain == "abc")
    }

    @Test("the style is reset at the end of a line, and a line without one has no sequence")
    func resets() {
        #expect(StyledText("a", .strong).rendered { $0 } == "\u{1b}[0;1ma\u{1b}[0m")
        #expect(StyledText("a").rendered { $0 } == "a")
        var line = StyledText("a", .strong)
        line.append("b")
        #expect(line.rendered { $0 } == "\u{1b}[0;1ma\u{1b}[0mb")
    }

    @Test("sequences are made from styles alone: the text of each run is cleaned before")
    func cleans() {
        let line = StyledText("\u{1b}[2J", .dim).rendered { $0.filter { $0 != "\u{1b}" } }
        #expect(line == "\u{1b}[0;2m[2J\u{1b}[0m")
    }

    @Test("blanks at the end go, over several runs, and those within stay")
    func trims() {
        var line = StyledText("a b ", .red)
        line.append("  ", .green)
        line.trimEnd()
        #expect(line == StyledText("a b", .red))
        var blank = StyledText("  ")
        blank.trimEnd()
        #expect(blank == StyledText())
    }
}
