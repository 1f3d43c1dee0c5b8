// SPDX-License-Identifier: Apache-2.0

import BatonAPI
package import BatonClient
import BatonReactor
import BatonTranslation

/// What the sleep timer will do.
package enum SleepSentence {
    /// The timer in words that stay true while it runs; nil when it is off, or the agent does not tell of it.
    ///
    /// - Parameter now: in microseconds since 1970; a time a day or more from it gets its date.
    package static func text(_ state: AgentState, now: UInt64 = WallClock.microseconds) -> String? {
        let until = state[InterruptionsInterface.sleepUntil] ?? 0
        let isAtEnd = state[InterruptionsInterface.sleepAtEndOfTrack] ?? false
        guard until > 0 else { return isAtEnd ? translated("Everything pauses when the track ends.") : nil }
        let time = ClockText(until).minute(now: now)
        return isAtEnd
            ? translated("Everything pauses when the track that is playing at \(time) ends.")
            : translated("Everything pauses at \(time).")
    }
}
