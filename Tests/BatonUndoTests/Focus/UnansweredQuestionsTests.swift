// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BatonUndo

/// A car on a bumpy road asks for nothing (spec/undo.md §7, "continuous vibration").
@Suite struct UnansweredQuestionsTests {
    /// Shakes every `interval` and nobody answers: how many were asked about.
    private func asked(_ count: Int, every interval: Duration, limit: Int) -> Int {
        var questions = UnansweredQuestions()
        var asked = 0
        for number in 0..<count {
            let now = interval * number
            guard !questions.shaken(at: now, limit: limit) else { continue }
            asked += 1
            questions.unanswered(at: now + .seconds(7))
        }
        return asked
    }

    @Test("after five questions without an answer the shaking has to stop before there is another")
    func silent() {
        #expect(asked(100, every: .seconds(10), limit: 5) == 5)
        #expect(asked(100, every: .seconds(10), limit: 2) == 2)
    }

    @Test("0 never stops asking, and shakes that are far apart are each a new one")
    func always() {
        #expect(asked(100, every: .seconds(10), limit: 0) == 100)
        #expect(asked(100, every: .seconds(60), limit: 5) == 100)
    }

    private func shake(_ questions: inout UnansweredQuestions, at now: Duration) -> Bool {
        questions.shaken(at: now, limit: 5)
    }

    @Test("half a minute of calm, and the next shake is asked about again")
    func calm() {
        var busy = UnansweredQuestions()
        for number in 0..<5 {
            #expect(!shake(&busy, at: .seconds(number * 10)))
            busy.unanswered(at: .seconds(number * 10 + 7))
        }
        #expect(shake(&busy, at: .seconds(50)))
        #expect(shake(&busy, at: .seconds(79)), "29 s are not calm")
        #expect(!shake(&busy, at: .seconds(109)))
        busy.unanswered(at: .seconds(116))
        #expect(!shake(&busy, at: .seconds(119)), "the count begins anew")
    }

    @Test("an answer says that the shakes are meant")
    func answered() {
        var questions = UnansweredQuestions()
        for number in 0..<20 {
            #expect(!shake(&questions, at: .seconds(number * 8)))
            if number % 4 == 3 { questions.answered() } else { questions.unanswered(at: .seconds(number * 8 + 7)) }
        }
    }
}
