// SPDX-License-Identifier: Apache-2.0

/// Several questions that are asked all at once, and their answers in the order of the questions.
///
/// The first answer to a question counts; a second one is ignored. The callback is called once: when the last answer has come,
/// or at the deadline, with the answers so far. Later answers are ignored. A question may be answered at once. Without questions
/// the callback is called at once.
///
/// The object keeps itself alive while a question or the deadline is open. Not thread-safe: use it on the thread that runs the
/// reactor.
package final class Gathering<Answer> {
    private var answers: [Answer?]
    private var missing: Int
    private var then: (([Answer?]) -> Void)?
    private var timer: ReactorTimer?

    private init(count: Int, then: @escaping ([Answer?]) -> Void) {
        answers = Array(repeating: nil, count: count)
        missing = count
        self.then = then
    }

    /// Asks about each item, and waits for all answers. Each question has a deadline of its own.
    package static func all<Item>(
        _ items: [Item], ask: (Item, @escaping (Answer) -> Void) -> Void, then: @escaping ([Answer]) -> Void
    ) {
        // Without a deadline no answer is missing.
        Gathering(count: items.count) { then($0.compactMap(\.self)) }.ask(items, ask)
    }

    /// Asks about each item, and waits for the answers until an instant; nil stands for one that has not come.
    package static func until<Item>(
        _ deadline: Duration, on reactor: Reactor, _ items: [Item],
        ask: (Item, @escaping (Answer) -> Void) -> Void, then: @escaping ([Answer?]) -> Void
    ) {
        let gathering = Gathering(count: items.count, then: then)
        gathering.timer = reactor.schedule(at: deadline) { gathering.finish() }
        gathering.ask(items, ask)
    }

    /// Asks about each item, and waits for all successes or for the first failure.
    package static func successes<Item, Failure: Error>(
        _ items: [Item], ask: (Item, @escaping (Result<Answer, Failure>) -> Void) -> Void,
        then: @escaping (Result<[Answer], Failure>) -> Void
    ) {
        let gathering = Gathering(count: items.count) { then(.success($0.compactMap(\.self))) }
        for (index, item) in items.enumerated() {
            ask(item) { result in
                switch result {
                case .success(let answer): gathering.take(answer, at: index)
                case .failure(let error): if gathering.end() != nil { then(.failure(error)) }
                }
            }
        }
        if items.isEmpty { gathering.finish() }
    }

    private func ask<Item>(_ items: [Item], _ ask: (Item, @escaping (Answer) -> Void) -> Void) {
        for (index, item) in items.enumerated() {
            ask(item) { self.take($0, at: index) }
        }
        if items.isEmpty { finish() }
    }

    private func take(_ answer: Answer, at index: Int) {
        guard then != nil, answers[index] == nil else { return }
        answers[index] = answer
        missing -= 1
        if missing == 0 { finish() }
    }

    private func finish() { end()?(answers) }

    /// Takes no more answers.
    ///
    /// - Returns: the callback; nil if it was called before.
    private func end() -> (([Answer?]) -> Void)? {
        defer { then = nil }
        timer?.cancel()
        timer = nil
        return then
    }
}
