// SPDX-License-Identifier: Apache-2.0

/// A phase of a shake; exactly one end for each beginning (rule M1).
public enum MotionPhase: Hashable, Sendable {
    /// A shake was recognized.
    case began(at: Duration)
    /// It was over in time.
    ///
    /// - Parameter duration: from its recognition to the last strong swing.
    case ended(at: Duration, duration: Duration)
    /// It lasted too long, or was cut off.
    case cancelled(at: Duration, reason: MotionCancellation)

    /// When it happened, since boot on CLOCK_MONOTONIC.
    public var timestamp: Duration {
        switch self {
        case .began(let at), .ended(let at, _), .cancelled(let at, _): at
        }
    }
}
