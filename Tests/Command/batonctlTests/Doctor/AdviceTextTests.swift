// SPDX-License-Identifier: Apache-2.0

import BatonDrawing
import Testing

@testable import batonctl

/// How the advice below a row is laid out.
@Suite struct AdviceTextTests {
    private static let command = "systemctl --user enable --now app-org.baton.Baton.service"

    private static func plain(_ columns: Int?, at column: Int) -> [String] {
        AdviceText.lines("start it: \(command)", at: column, columns: columns)
    }

    @Test("a command keeps the indent of its row at any width, and can be copied", arguments: [40, 80, 200])
    func keepsIndent(_ columns: Int) {
        let column = columns == 40 ? 4 : 29
        let lines = Self.plain(columns, at: column)
        #expect(lines.allSatisfy { $0.count <= columns }, "\(lines)")
        #expect(lines.first?.prefix { $0 == " " }.count == column)
        #expect(lines.dropFirst().allSatisfy { $0.prefix { $0 == " " }.count == column + 2 }, "\(lines)")
        // A shell reads the lines as one command.
        let text = lines.map { $0.drop { $0 == " " } }.joined(separator: "\n")
        let typed = text.split(separator: "\n").map { $0.hasSuffix("\\") ? $0.dropLast() : $0 + ";" }.joined()
        #expect(typed.contains(Self.command), "\(typed)")
    }

    @Test("what fits is on one line, and in a pipe everything is")
    func short() {
        #expect(Self.plain(200, at: 4) == ["    → start it: \(Self.command)"])
        #expect(Self.plain(nil, at: 4) == ["    → start it: \(Self.command)"])
        #expect(AdviceText.lines("", at: 4, columns: 80).isEmpty)
    }

    @Test("a sentence is wrapped between words, whatever stands after its colon")
    func sentence() {
        let lines = AdviceText.lines(
            "name the program that you hear: [player mpv] stream = PROGRAM", at: 2, columns: 40)
        #expect(lines == ["  → name the program that you hear:", "    [player mpv] stream = PROGRAM"])
    }
}
