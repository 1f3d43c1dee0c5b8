// SPDX-License-Identifier: Apache-2.0

/// How far and how often a held seek button steps (spec/mpris.md iii, begin/end seeking).
struct SeekSteps: Sendable, Equatable {
    /// Time between two steps.
    var interval: Duration = .milliseconds(250)
    /// A held button stops by itself after this time.
    var longest: Duration = .seconds(30)

    /// The size of a step in µs when the button has been held for `held`: 2 s, after 2 s 4 s, after 5 s 8 s.
    func step(after held: Duration) -> Int64 {
        if held >= .seconds(5) { return 8_000_000 }
        return held >= .seconds(2) ? 4_000_000 : 2_000_000
    }
}
