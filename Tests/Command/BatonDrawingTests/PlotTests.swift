// SPDX-License-Identifier: Apache-2.0

import BatonDrawing
import Testing

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
}
