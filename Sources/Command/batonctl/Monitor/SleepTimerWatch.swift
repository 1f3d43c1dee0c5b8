// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonPages
import BatonReactor
import BatonTranslation
import BatonValues

/// Prints when the sleep timer is set, when it is switched off, and when it has paused everything.
final class SleepTimerWatch {
    private let watch: AgentWatch
    private var observation: Observation?
    /// The time and the track that it waits for, as they were told last.
    private var known: (until: UInt64, isAtEnd: Bool)?

    init(_ agent: AwaitedAgent) {
        watch = AgentWatch(agent.remote, following: [.interruptions])
        observation = watch.observe { [weak self] change in
            if change == .told(.interruptions) { self?.told() }
        }
    }

    deinit { observation?.cancel() }

    private func told() {
        let until = watch.state[InterruptionsInterface.sleepUntil] ?? 0
        let isAtEnd = watch.state[InterruptionsInterface.sleepAtEndOfTrack] ?? false
        defer { known = (until, isAtEnd) }
        let now = WallClock.microseconds
        // A timer that was set before the watch began is not reported.
        guard let known, Self.differ(known.until, until) || known.isAtEnd != isAtEnd else { return }
        let text: String
        if until > 0 || isAtEnd {
            text = SleepText.answer(watch.state, now: now)
        } else if known.isAtEnd || known.until <= now &+ Self.tolerance {
            text = translated("The sleep timer paused everything.")
        } else {
            text = translated("The sleep timer was switched off.")
        }
        Console.print("\(ClockText(now).millisecond) \(text)")
    }

    /// The agent counts in time since boot, so the same time differs a little each time that it is told.
    private static let tolerance: UInt64 = 2_000_000

    private static func differ(_ one: UInt64, _ other: UInt64) -> Bool {
        (one == 0) != (other == 0) || max(one, other) - min(one, other) > tolerance
    }
}
