// SPDX-License-Identifier: Apache-2.0

import BatonMotionReport
import Testing

@Suite struct TypedDurationTests {
    @Test(
        "durations are parsed",
        arguments: [
            ("0", 0), ("90s", 90), ("30min", 1800), ("30m", 1800), ("1h30m", 5400), ("2d", 172_800), ("1.5h", 5400),
            ("1H", 3600), ("366d", 31_622_400),
        ])
    func readsDurations(_ text: String, _ seconds: Int) { #expect(TypedDuration.parse(text) == .seconds(seconds)) }

    @Test(
        "text that is not a duration is refused",
        arguments: [
            "", "1", "h", "1x", "-1h", "1m1h", "1h1h", "1 h", "367d", "1e3s", "99999999999999999s", "٣s", "1..5h",
        ])
    func refusesDurations(_ text: String) { #expect(TypedDuration.parse(text) == nil) }

    @Test(
        "what is wrong with a text is told",
        arguments: [
            ("1x", "'1x' is not a duration: say 90s, 30min, 1h30m or 2d."),
            ("-1h", "'-1h' is not a duration: say 90s, 30min, 1h30m or 2d."),
            ("10000d", "'10000d' is too long: the most is 366d."), ("366d", nil), ("0", nil),
        ] as [(String, String?)])
    func tellsMistakes(_ text: String, _ mistake: String?) { #expect(TypedDuration.mistake(in: text) == mistake) }

    @Test(
        "durations are printed in two units",
        arguments: [(0, "0 s"), (59, "59 s"), (5400, "1 h 30 min"), (3600, "1 h"), (90_061, "1 d 1 h"), (-5, "0 s")])
    func tellsDurations(_ seconds: Int, _ text: String) { #expect(TypedDuration.text(.seconds(seconds)) == text) }

    @Test(
        "a duration in seconds is the number that is printed with the fewest digits",
        arguments: [
            (296_500_000, 0.2965), (27_584_600_000, 27.5846), (1_455_200_000, 1.4552), (-1_100_000_000, -1.1),
            (1, 1e-9),
        ] as [(Int64, Double)])
    func tellsSeconds(_ nanoseconds: Int64, _ seconds: Double) {
        #expect(Duration.nanoseconds(nanoseconds).inSeconds == seconds)
    }
}
