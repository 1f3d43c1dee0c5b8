// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BatonUndo

/// Shakes one after the other without an answer, as in a car on a bumpy road (rule UNDO22).
@Suite struct UnansweredQuestionsTests {
    /// Shakes every `interval` without an answer; returns the number of questions.
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

    @Test("UNDO22: after five unanswered questions the shaking has to stop before the next question")
    func silent() {
        #expect(asked(100, every: .seconds(10), limit: 5) == 5)
        #expect(asked(100, every: .seconds(10), limit: 2) == 2)
    }

    @Test("UNDO22: limit 0 never stops the questions, and shakes far apart do not add up")
    func always() {
        #expect(asked(100, every: .seconds(10), limit: 0) == 100)
        #expect(asked(100, every: .seconds(60), limit: 5) == 100)
    }

    private func shake(_ questions: inout UnansweredQuestions, at now: Duration) -> Bool {
        questions.shaken(at: now, limit: 5)
    }

    @Test("UNDO22: after 30 s without a shake the next one causes a question again")
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

    @Test("UNDO22: an answer means that the shakes are intended")
    func answered() {
        var questions = UnansweredQuestions()
        for number in 0..<20 {
            #expect(!shake(&questions, at: .seconds(number * 8)))
            if number % 4 == 3 { questions.answered() } else { questions.unanswered(at: .seconds(number * 8 + 7)) }
        }
    }
}
