// SPDX-License-Identifier: Apache-2.0

import BatonDrawing
import BatonMotion
import BatonMotionSupport
import Foundation
import FoundationXML
import Testing

@testable import BatonMotionReport

@Suite struct PictureTests {
    private func trace(_ signal: MotionSignal) -> MotionTrace {
        var replay = signal.replay()
        replay.describe(source: "a<b>&'c'.csv", details: ["50 Hz"])
        return replay.trace
    }

    private func texts(_ svg: String) throws -> [String] {
        final class Collector: NSObject, XMLParserDelegate {
            var texts: [String] = []
            var isText = false
            func parser(
                _: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
                attributes: [String: String]
            ) {
                isText = name == "text"
                if isText { texts.append("") }
            }
            func parser(_: XMLParser, foundCharacters string: String) { if isText { texts[texts.count - 1] += string } }
            func parser(
                _: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
            ) { isText = false }
        }
        let collector = Collector()
        let parser = XMLParser(data: Data(svg.utf8))
        parser.delegate = collector
        try #require(parser.parse(), "\(parser.parserError.debugDescription)")
        return collector.texts
    }

    @Test("a picture is an SVG with the shakes, the bar of the score and the axes named")
    func draws() throws {
        let svg = MotionPicture.svg(trace(.shakes([30, 11, 30])))
        let texts = try texts(svg)
        for text in ["2 shakes in 11.0 s", "a shake", "too weak", "x  to the right", "face-up"] {
            #expect(texts.contains(text), "\(text)")
        }
        #expect(texts.contains { $0.hasPrefix("a<b>&'c'.csv") })
        #expect(texts.filter { $0.hasPrefix("ended, ") }.count == 2)
        #expect(!svg.contains("nan") && !svg.contains("inf"))
    }

    @Test(
        "a trace that is empty, has one sample, or impossible values still makes a picture", arguments: 0..<3,
        [(Double.nan, 2.0), (.infinity, .nan), (-1e300, 1e300), (1e300, -.infinity)])
    func survives(_ kind: Int, _ values: (Double, Double)) throws {
        let (score, bar) = values
        var trace = MotionTrace()
        if kind > 0 {
            trace.append(.init(time: 1, x: 1, y: 2, z: 3, magnitude: 4, score: 5, bar: 6))
        }
        if kind > 1 {
            trace.append(
                .init(time: 2, x: .nan, y: .infinity, z: -1e300, magnitude: .nan, score: score, bar: bar))
            trace.losses = [.init(time: 1.5, count: 12)]
            trace.note(.running, at: 1)
        }
        let svg = MotionPicture.svg(trace)
        let lines = MotionScreen.lines(trace, seconds: 10, columns: 80, rows: 30, colored: false)
        #expect(lines.count == 30)
        let texts = try texts(svg)
        #expect(texts.first == (kind > 1 ? "1 shake in 1.0 s" : "No shake in \(kind == 0 ? "0.0" : "1.0") s"))
        #expect(!svg.contains("nan") && !svg.contains("inf"))
        if kind > 1 { #expect(texts.contains("12 lost")) }
    }

    @Test(
        "the window that decided is shaded before each shake, in each of the three plots",
        arguments: zip([50.0, 12.5], [ShakeMeasure.window, ShakeMeasure.sparseWindow]))
    func shadesWindow(_ rate: Double, _ window: Double) {
        let trace = trace(.shakes([30, 9, 30], rate: rate))
        let shades = MotionPicture.svg(trace).split(separator: "\n").filter {
            $0.hasPrefix("<rect ") && $0.contains("fill=\"\(PictureColor.score)\"")
        }
        #expect(trace.shakes.count == 2)
        #expect(shades.count == 6)
        let width = 1056 * window / (trace.span.upperBound - trace.span.lowerBound)
        #expect(shades.allSatisfy { $0.contains("width=\"\(SVGCanvas.number(width))\"") }, "\(width): \(shades)")
    }

    @Test("the score's plot has room for the bar and all scores, but for none that is far from a shake")
    func hasRoomForBar() {
        var trace = trace(.shakes([30]))
        let range = PlotRange.score(trace)
        #expect(trace.points.allSatisfy { range.contains($0.bar) })
        #expect(trace.points.compactMap(\.score).allSatisfy { $0 <= range.upperBound })
        trace.append(.init(time: 99, x: 0, y: 0, z: 0, magnitude: 0, score: -80, bar: 80))
        #expect(PlotRange.score(trace) == PlotRange.scores)
    }

    @Test("a score is told with its bar, and as unknown where none was computed")
    func tellsScore() {
        #expect(MotionSummary.score(1.42, 2.8) == "score 1.4 of 2.8")
        #expect(MotionSummary.score(nil, 2.8) == "score – of 2.8")
    }

    @Test("the picture of an hour is at most a few hundred kilobytes")
    func staysSmall() {
        var signal = MotionSignal(rate: 50)
        signal.add(600) { 3 * sin(7 * $0) }
        #expect(MotionPicture.svg(trace(signal)).utf8.count < 400_000)
    }

    @Test(
        "the picture in a terminal has exactly the terminal's size", arguments: [(80, 24), (40, 12), (200, 60), (1, 1)])
    func fillsScreen(_ columns: Int, _ rows: Int) {
        let lines = MotionScreen.lines(
            trace(.shakes([30])), seconds: 10, columns: columns, rows: rows, colored: false
        ).map(\.plain)
        #expect(lines.count == max(rows, MotionScreen.least.rows))
        #expect(lines.allSatisfy { $0.count <= max(columns, MotionScreen.least.columns) })
        let text = lines.joined(separator: "\n")
        #expect(!text.contains("\u{1b}"))
        #expect(text.contains("score "))
        #expect(text.contains("a shake 2.0") == (rows >= 20 && columns >= 72))
        let threshold = lines.first { $0.hasSuffix("a shake 2.0") }
        #expect(threshold?.hasPrefix("  2.0 ") ?? true, "no other number stands beside the line")
        #expect(text.contains("▄") && text.contains("now") && text.contains("○ no shake"))
        #expect(text.unicodeScalars.contains { (0x2801...0x28ff).contains($0.value) })
    }

    @Test("colors are reset at the end of a line")
    func endsColors() {
        let lines = MotionScreen.lines(
            trace(.shakes([30])), seconds: 10, columns: 80, rows: 24, colored: true
        ).map { $0.rendered { $0 } }
        for line in lines where line.contains("\u{1b}") { #expect(line.hasSuffix("\u{1b}[0m")) }
        #expect(lines.contains { $0.contains(TerminalColor.green.sequence) })
    }

    @Test("a screen without samples says that it waits")
    func waits() {
        let lines = MotionScreen.lines(MotionTrace(), seconds: 10, columns: 80, rows: 24, colored: false)
        #expect(lines[1].plain == "waiting")
    }

    @Test("the trace forgets what has ended, but not how the device is held")
    func forgets() {
        var trace = trace(.shakes([30, 30]))
        trace.forget(before: 7)
        #expect(trace.shakes.isEmpty)
        #expect(trace.poses.map(\.name) == ["face-up"])
        #expect((trace.points.first?.time ?? 0) >= 7)
    }
}
