// SPDX-License-Identifier: Apache-2.0

/// Whether a daemon tells when a key is let go, as it happens.
///
/// kglobalaccel 5 under X11 without a focused window tells of a release only when the next key is pressed (measured): a
/// seek key would seek on for long. So releases count once one has come by itself.
struct ReleaseTrust: Sendable {
    /// Whether releases are told when they happen, as far as is known.
    private(set) var isEarned = false

    /// A release that came so shortly before a press came with it: nobody's finger is that fast.
    private static let shortest = Duration.milliseconds(40)
    private var lastRelease: Duration?

    /// A key went down.
    mutating func pressed(at instant: Duration) {
        guard let lastRelease else { return }
        isEarned = instant - lastRelease >= Self.shortest
        self.lastRelease = nil
    }

    /// A key was said to be let go.
    mutating func released(at instant: Duration) { lastRelease = instant }
}
