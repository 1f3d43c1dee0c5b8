// SPDX-License-Identifier: Apache-2.0

import BatonDrawing
import Testing

@Suite struct CellWidthTests {
    @Test(
        "a text takes as many columns as a terminal gives it",
        arguments: [
            ("", 0), ("abc", 3), ("é", 1), ("e\u{301}\u{302}", 1), ("字幕", 4), ("한글", 4), ("ｗ", 2), ("שיר", 3),
            ("🎵", 2), ("♥", 1), ("♥\u{fe0f}", 2), ("\u{200d}", 0),
        ])
    func widths(_ text: String, _ columns: Int) { #expect(CellWidth.of(text) == columns) }

    @Test("a text that is cut has an ellipsis, and is never wider than its room")
    func cuts() {
        #expect(CellWidth.cut("abcdef", to: 4) == "abc…" && CellWidth.cut("abcd", to: 4) == "abcd")
        #expect(CellWidth.cut("字幕組", to: 4) == "字…" && CellWidth.cut("字幕", to: 4) == "字幕")
        #expect(CellWidth.cut("abc", to: 0) == "" && CellWidth.cut("abc", to: 1) == "…")
        #expect(CellWidth.padded("字", to: 4) == "字  " && CellWidth.padded("abcdef", to: 3) == "ab…")
    }

    @Test("a line is cut and filled with its styles")
    func fits() {
        var line = StyledText("ab", .strong)
        line.append("字字", .red)
        line.append("xyz", .green)
        #expect(line.fitted(to: 5).plain == "ab字…" && line.fitted(to: 12).plain == "ab字字xyz   ")
    }
}
