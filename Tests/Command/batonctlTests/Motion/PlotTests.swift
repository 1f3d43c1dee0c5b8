// SPDX-License-Identifier: Apache-2.0

import BatonDrawing
import Testing

@testable import BatonMotionReport
@testable import batonctl

@Suite struct PlotTests {
    @Test(
        "numbers have a fixed count of decimals",
        arguments: [
            (0, 1, "0.0"), (9.806, 2, "9.81"), (-0.04, 1, "0.0"), (-0.06, 1, "-0.1"), (12.5, 0, "13"), (1e30, 1, "–"),
            (.nan, 1, "–"), (-.infinity, 2, "–"), (0.005, 2, "0.01"), (1234.5678, 3, "1234.568"),
            (5, 40, "5.000000000"),
        ])
    func writesNumbers(_ value: Double, _ digits: Int, _ text: String) {
        #expect(DecimalText.text(value, digits) == text)
    }

    @Test("short numbers lose their zeros", arguments: [(50, "50"), (12.5, "12.5"), (0.1049, "0.1"), (-0.001, "0")])
    func shortens(_ value: Double, _ text: String) { #expect(DecimalText.short(value) == text) }

    @Test(
        "a signed number has its sign",
        arguments: [(1.26, "+1.3"), (-0.4, "-0.4"), (0.0, "+0.0"), (-Double.infinity, "–")])
    func signs(_ value: Double, _ text: String) { #expect(DecimalText.signed(value) == text) }

    @Test("a scale places values, puts those outside at its ends, and replaces impossible ranges")
    func places() {
        let scale = PlotScale(0...10, from: 100, to: 0)
        #expect(scale.place(0) == 100)
        #expect(scale.place(2.5) == 75)
        #expect(scale.place(11) == 0)
        #expect(scale.place(-.infinity) == 100)
        #expect(scale.place(.nan) == 100)
        for range in [5.0...5, -.infinity...0, 0 ... .infinity] {
            #expect(PlotScale(range, from: 0, to: 1).place(5).isFinite)
        }
    }

    @Test(
        "ticks are round numbers inside the range",
        arguments: [
            (0.0...47.0, 5, [0, 10, 20, 30, 40]), (-41.0...41.0, 5, [-40, -20, 0, 20, 40]),
            (0.0...1.0, 5, [0, 0.2, 0.4, 0.6000000000000001, 0.8, 1]), (3.2...3.9, 2, [3.5]),
        ])
    func ticks(_ range: ClosedRange<Double>, _ count: Int, _ expected: [Double]) {
        #expect(PlotScale(range, from: 0, to: 1).ticks(count) == expected)
    }

    @Test("a tick has enough decimals to differ from the next", arguments: [(47.0, 0), (1.0, 1), (0.05, 2), (1e7, 0)])
    func digits(_ end: Double, _ digits: Int) { #expect(PlotScale(0...end, from: 0, to: 1).digits(5) == digits) }

    @Test("a thinned line keeps its peaks and its ends")
    func thins() {
        let points = (0..<10_000).map { (x: Double($0), y: $0 == 5003 ? 99.0 : Double($0 % 7)) }
        let thin = Envelope.thinned(points, columns: 100)
        #expect(thin.count <= 200)
        #expect(thin.contains { $0.y == 99 })
        #expect(thin.allSatisfy { point in points.contains { $0.x == point.x && $0.y == point.y } })
        #expect(zip(thin, thin.dropFirst()).allSatisfy { $0.x < $1.x })
        #expect(Envelope.thinned(Array(points[..<50]), columns: 100).count == 50)
    }

    @Test(
        "a line whose times go back or are far away is thinned too", arguments: [1e300, -1e300, .nan, .infinity])
    func thinsWild(_ wild: Double) {
        let times = (0..<100).map { $0 % 3 == 1 ? wild : 0 } + [1e-300]
        let points = times.map { (x: $0, y: 1.0) }
        #expect(!Envelope.thinned(points, columns: 10).isEmpty)
    }

    @Test("a place is on the paper even if the ends of the scale are far apart")
    func farEnds() {
        let scale = PlotScale(-1.5e308...1.5e308, from: 0, to: 100)
        for value in [-1.5e308, 0, 1.5e308, .infinity, .nan] { #expect((0...100).contains(scale.place(value))) }
    }

    @Test("labels do not overlap, and stay within the ends")
    func placesLabels() {
        var row = LabelRow(from: 0, to: 100, rows: 2)
        #expect(row.place(width: 20, at: 0)?.middle == 10)
        #expect(row.place(width: 20, at: 15)?.row == 1)
        #expect(row.place(width: 20, at: 20) == nil)
        #expect(row.place(width: 20, at: 100)?.middle == 90)
        var stack = LabelStack(from: 0, to: 100)
        #expect([stack.add(-5), stack.add(3), stack.add(90), stack.add(500)] == [0, 16, 90, 106])
    }

    @Test(
        "durations are parsed",
        arguments: [
            ("0", 0), ("90s", 90), ("30min", 1800), ("30m", 1800), ("1h30m", 5400), ("2d", 172_800), ("1.5h", 5400),
            ("1H", 3600), ("366d", 31_622_400),
        ])
    func readsDurations(_ text: String, _ seconds: Int) { #expect(DurationText.parse(text) == .seconds(seconds)) }

    @Test(
        "text that is not a duration is refused",
        arguments: [
            "", "1", "h", "1x", "-1h", "1m1h", "1h1h", "1 h", "367d", "1e3s", "99999999999999999s", "٣s", "1..5h",
        ])
    func refusesDurations(_ text: String) { #expect(DurationText.parse(text) == nil) }

    @Test(
        "durations are printed in two units",
        arguments: [(0, "0 s"), (59, "59 s"), (5400, "1 h 30 min"), (3600, "1 h"), (90_061, "1 d 1 h"), (-5, "0 s")])
    func tellsDurations(_ seconds: Int, _ text: String) { #expect(DurationText.text(.seconds(seconds)) == text) }
}
