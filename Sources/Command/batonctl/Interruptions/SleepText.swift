// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonMotionReport
import BatonPages
import BatonReactor
import BatonTranslation
import BatonValues
import Glibc

/// The sleep timer as people type and read it.
enum SleepText {
    /// The time in a text: microseconds since 1970, or 0 for `off` and for no text.
    static func parse(_ text: String?, now: UInt64) throws(CommandError) -> UInt64 {
        guard let text, text != "off" else { return 0 }
        if let time = timeOfDay(text) {
            guard let next = next(time, after: now) else {
                throw CommandError("'\(text)' does not exist today or tomorrow: the clocks change.")
            }
            return next
        }
        guard let wait = TypedDuration.parse(text), wait > .zero else {
            throw CommandError(
                "'\(text)' is not a time: say 30m, 1h30m, 23:30 or 'off'.", status: .usage)
        }
        return now &+ wait.microseconds
    }

    /// The timer in words.
    static func text(_ state: AgentState, now: UInt64) -> String {
        let until = state[InterruptionsInterface.sleepUntil] ?? 0
        let isAtEnd = state[InterruptionsInterface.sleepAtEndOfTrack] ?? false
        guard until > 0 else {
            return isAtEnd ? translated("Pauses when the track ends.") : translated("The sleep timer is off.")
        }
        let (time, rest) = (ClockText(until).minute(now: now), rest(until, now))
        return isAtEnd
            ? translated("Pauses when the track that is playing at \(time) ends (in \(rest) or later).")
            : translated("Pauses at \(time) (in \(rest)).")
    }

    /// What is said of a timer that was just set.
    static func answer(_ state: AgentState, now: UInt64) -> String {
        let until = state[InterruptionsInterface.sleepUntil] ?? 0
        let isAtEnd = state[InterruptionsInterface.sleepAtEndOfTrack] ?? false
        // A time of day may be tomorrow's: 20:00 that was meant as 22:00.
        guard isAtEnd || until <= now &+ 36_000_000_000 else {
            let (time, rest) = (ClockText(until).minute(now: now), rest(until, now))
            return translated("Everything pauses at \(time) (in \(rest)).")
        }
        return SleepSentence.text(state, now: now) ?? translated("The sleep timer is off.")
    }

    private static func rest(_ until: UInt64, _ now: UInt64) -> String {
        TypedDuration.text(Duration(microseconds: until > now ? until - now : 0))
    }

    private static func timeOfDay(_ text: String) -> (hour: Int32, minute: Int32)? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].utf8.count == 2, let hour = Int32(parts[0]), let minute = Int32(parts[1]),
            (0..<24).contains(hour), (0..<60).contains(minute)
        else { return nil }
        return (hour, minute)
    }

    /// When the local time of day is next.
    private static func next(_ time: (hour: Int32, minute: Int32), after now: UInt64) -> UInt64? {
        var seconds = time_t(clamping: now / 1_000_000)
        var local = tm()
        localtime_r(&seconds, &local)
        for _ in 0..<2 {
            var wanted = local
            wanted.tm_hour = time.hour
            wanted.tm_min = time.minute
            wanted.tm_sec = 0
            wanted.tm_isdst = -1
            let instant = mktime(&wanted)
            if instant > seconds { return UInt64(clamping: instant) &* 1_000_000 }
            local.tm_mday += 1
        }
        return nil
    }
}
