// SPDX-License-Identifier: Apache-2.0

/// Counts taps that follow each other, for the recognizers that need some.
@MainActor
struct TapSeries {
    /// The taps that are complete.
    private(set) var count = 0
    /// The press that is down.
    private(set) var press: Press?

    /// Takes a press that began; false when that is one too many at a time.
    mutating func begin(_ presses: Set<Press>) -> Bool {
        guard press == nil, presses.count == 1, let only = presses.first else { return false }
        press = only
        return true
    }

    /// Counts the press that was down.
    mutating func end() {
        press = nil
        count += 1
    }
}
