// SPDX-License-Identifier: Apache-2.0

/// Counts the taps of a recognizer that needs several.
@MainActor
struct TapSeries {
    /// The number of complete taps.
    private(set) var count = 0
    /// The press that is down; nil between taps.
    private(set) var press: Press?

    /// Takes a press that began. Returns false if more than one press is down.
    mutating func begin(_ presses: Set<Press>) -> Bool {
        guard press == nil, presses.count == 1, let only = presses.first else { return false }
        press = only
        return true
    }

    /// Counts the press that was down as a tap.
    mutating func end() {
        press = nil
        count += 1
    }
}
