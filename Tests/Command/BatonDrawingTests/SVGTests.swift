// SPDX-License-Identifier: Apache-2.0

import BatonDrawing
import Foundation
import FoundationXML
import Testing

/// Pictures as SVG: whatever goes in, the document is one.
@Suite struct SVGTests {
    private func isDocument(_ text: String) -> Bool { XMLParser(data: Data(text.utf8)).parse() }

    @Test(
        "text from outside stays text in a document",
        arguments: ["a<b>&'c'\"", "]]>", "\u{0}\u{8}\u{b}\u{1b}", "\u{FFFE}\u{FFFF}", "a\nb\u{202e}c", "😀"])
    func escapes(_ text: String) {
        var canvas = SVGCanvas(width: 10, height: 10)
        canvas.text(text, x: 1, y: 1, fill: "#000", anchor: .end, weight: 700)
        #expect(isDocument(canvas.text))
        #expect(isDocument("<a b=\"\(XMLText.escaped(text))\"/>"))
        #expect(!XMLText.escaped(text).contains { "<>\n\u{202e}".contains($0) })
    }

    @Test("numbers that are none are 0, and a size is not negative", arguments: [Double.nan, .infinity, -.infinity])
    func numbers(_ value: Double) {
        var canvas = SVGCanvas(width: 10, height: 10)
        canvas.rectangle(x: value, y: 1, width: -5, height: value, fill: "none", corner: 2, opacity: 0.5)
        canvas.line(value, 0, 1, value, stroke: "red", dash: "2 2")
        canvas.path([(0, value), (value, 1)], base: 3)
        #expect(canvas.text.contains(#"width="0" height="0" fill="none""#))
        #expect(!canvas.text.contains("nan") && !canvas.text.contains("inf"))
        #expect(isDocument(canvas.text))
    }

    @Test("a path needs two points; an area goes back to its base")
    func paths() {
        var canvas = SVGCanvas(width: 10, height: 10)
        canvas.path([])
        canvas.path([(1, 1)])
        #expect(!canvas.text.contains("<path"))
        canvas.path([(1, 2), (3, 4)], fill: "red", base: 9)
        #expect(canvas.text.contains(#"d="M1 9L1 2L3 4L3 9Z""#))
    }
}
