// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BatonIIO

@Suite("IIO: rates")
struct AvailableRatesTests {
    @Test(
        "IIO12: the least that is enough is chosen, else the most there is",
        arguments: [
            ("12.5 25 50 100", 50, 50), ("100 50 25", 50, 50), ("7.81 15.63 31.25 62.5 125", 50, 62.5),
            ("8000", 50, 8000), ("10 20", 50, 20), ("[1 1 200]", 50, 50), ("[0.5 0.25 200.0]", 50.1, 50.25),
            ("[10 5 30]", 50, 30), ("[100 1 200]", 50, 100), ("", 50, 50), ("fast slow", 50, 50), ("0 0", 50, 50),
            ("[nan nan nan]", 50, 50), ("[5 1", 50, 50), ("49.995 99.99", 50, 49.995),
            ("1e300", 50, 50), ("1e-300 25 50", 50, 50), ("[1e-300 1 1e300]", 50, 50), ("[1 1e-300 200]", 50, 50),
        ] as [(String, Double, Double)])
    func choose(_ text: String, _ wanted: Double, _ expected: Double) {
        #expect(abs(AvailableRates(text).choose(atLeast: wanted) - expected) < 0.001)
    }

    @Test("IIO12: no word about it takes what was asked for")
    func missing() {
        #expect(AvailableRates(nil).choose(atLeast: 50) == 50)
    }

    @Test(
        "the watermark makes at most five wake-ups a second",
        arguments: [(50, 10), (62.5, 13), (100, 20), (12.5, 4), (1, 4), (8000, 1600), (100_000, 2048)]
            as [(Double, Int)])
    func watermark(_ rate: Double, _ count: Int) {
        #expect(BufferCapture.watermark(rate: rate) == count)
        #expect(BufferCapture.watermark(rate: rate, delay: .milliseconds(20)) == max(1, Int((rate / 50).rounded(.up))))
    }

    @Test("a rate that a sensor can have makes a bounded watermark and a bounded patience")
    func extremes() {
        for rate in [AvailableRates.possible.lowerBound, 0.5, 50, AvailableRates.possible.upperBound] {
            #expect((4...2048).contains(BufferCapture.watermark(rate: rate)))
            #expect(BufferCapture.silenceLimit(rate: rate) >= .seconds(1))
        }
    }

    @Test("what is asked for is kept within reason")
    func usable() {
        #expect(IIOOptions(rate: .nan).usableRate == 50)
        #expect(IIOOptions(rate: -1).usableRate == 1)
        #expect(IIOOptions(rate: 1e9).usableRate == 1000)
    }
}
