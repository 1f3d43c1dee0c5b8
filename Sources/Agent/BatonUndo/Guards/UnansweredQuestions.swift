// SPDX-License-Identifier: Apache-2.0

/// Counts questions that the user did not answer. Several of them one after the other mean vibration, as in a car on a
/// bumpy road, and then no question is asked until the shaking has stopped (rule UNDO22).
struct UnansweredQuestions: Sendable {
    private var instants: [Duration] = []
    private var lastShake: Duration?
    private var isSilent = false

    /// The age from which an unanswered question does not count any more. A longer time makes silence begin with shakes
    /// that are farther apart.
    static let window = Duration.seconds(120)
    /// The time without a shake after which questions are asked again.
    static let calm = Duration.seconds(30)

    init() {}

    /// Takes note of a shake.
    ///
    /// - Parameter limit: the number of unanswered questions after which no more are asked; 0 for no limit.
    /// - Returns: whether no question should be asked.
    mutating func shaken(at now: Duration, limit: Int) -> Bool {
        let isCalm = lastShake.map { now - $0 >= Self.calm } ?? true
        lastShake = now
        instants.removeAll { now - $0 >= Self.window }
        if isSilent, isCalm {
            isSilent = false
            instants = []
        } else if limit > 0, instants.count >= limit {
            isSilent = true
        }
        return isSilent && limit > 0
    }

    /// Whether a shake at this moment would cause no question.
    func isSilent(at now: Duration, limit: Int) -> Bool {
        var next = self
        return next.shaken(at: now, limit: limit)
    }

    /// Takes note of a question that expired or was dismissed.
    mutating func unanswered(at now: Duration) {
        instants.append(now)
    }

    /// Takes note of an answer: the shakes are intended, and counting starts anew.
    mutating func answered() {
        instants = []
        isSilent = false
    }
}
