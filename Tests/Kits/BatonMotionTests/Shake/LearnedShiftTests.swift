// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BatonMotion

/// How answers move the bar (rule SHAKE17).
@Suite struct LearnedShiftTests {
    /// The shift after answers: `+` accepted, `-` dismissed.
    private func shift(_ answers: String) -> Int {
        answers.reduce(into: LearnedShift()) { $1 == "+" ? $0.accepted() : $0.dismissed() }.hundredths
    }

    @Test(
        "SHAKE17: an accepted question lowers the bar a little, a dismissed one raises it more, and both have a limit",
        arguments: [
            ("", 0), ("+", -12), ("-", 40), ("+++", -36), ("--", 80), ("---", 120), ("-----", 120), ("----+", -12),
            ("++++++++++", -120), ("++++++++++++", -120), ("++++++++++---", 0), ("++-", 16),
            ("++++-", -8), ("-+-+", -12),
        ])
    func table(_ answers: String, _ hundredths: Int) {
        #expect(shift(answers) == hundredths)
    }

    @Test("SHAKE17: after any answers at all, one accepted question ends a raise, and four dismissed ones a lowering")
    func recovers() {
        var random = SystemRandomNumberGenerator()
        for share in [1, 10, 25, 50, 90, 99] {
            var learned = LearnedShift()
            for _ in 0..<2000 {
                if Int.random(in: 0..<100, using: &random) < share { learned.dismissed() } else { learned.accepted() }
                #expect(abs(learned.hundredths) <= LearnedShift.limit)
                var better = learned
                better.accepted()
                #expect(better.hundredths < 0 && better.hundredths >= -LearnedShift.limit, "\(learned)")
                var quieter = learned
                for _ in 0..<4 { quieter.dismissed() }
                #expect(quieter.hundredths >= 40, "\(learned)")
            }
        }
    }

    @Test("SHAKE17: only a lowering is kept, and only one that answers can give")
    func keeps() {
        var learned = LearnedShift()
        learned.dismissed()
        #expect(learned.kept == 0)
        learned.accepted()
        #expect(LearnedShift(kept: learned.kept) == learned && learned.value == -0.12)
        for number in [1, -121, .min, .max] { #expect(LearnedShift(kept: number) == nil) }
    }
}
