// SPDX-License-Identifier: Apache-2.0

/// How far one step of held seeking goes, and from when on.
struct SeekStep: Sendable, Equatable {
    /// How far, always positive.
    let step: Duration
    /// How long the key has been held when this step begins to apply.
    let after: Duration

    /// A step that applies to a key held for `after` or longer.
    init(_ step: Duration, after: Duration) {
        self.step = step
        self.after = after
    }
}
