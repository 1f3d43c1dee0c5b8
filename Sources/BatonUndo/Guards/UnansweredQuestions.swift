// SPDX-License-Identifier: Apache-2.0

/// Notices that shakes come one after the other and nobody wants them, as in a car on a bumpy road: then it is better not to
/// ask until the shaking has stopped (spec/undo.md §7, "continuous vibration").
struct UnansweredQuestions: Sendable {
    private var instants: [Duration] = []
    private var lastShake: Duration?
    private var isSilent = false

    /// Questions this old count no more.
    static let window = Duration.seconds(120)
    /// So long without a shake, and the next one is asked about again.
    static let calm = Duration.seconds(30)

    init() {}

    /// A shake came.
    ///
    /// - Parameter limit: after so many questions without an answer it is silent; 0 never.
    /// - Returns: whether it is better not to ask.
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

    /// A question expired or was put away.
    mutating func unanswered(at now: Duration) {
        instants.append(now)
    }

    /// The user chose: whoever shakes here means it.
    mutating func answered() {
        instants = []
        isSilent = false
    }
}
