// SPDX-License-Identifier: Apache-2.0

/// How often a sensor that is polled is read.
public enum SamplingRate: Hashable, Sendable {
    /// Nothing moves: often enough to see that something begins to.
    case rest
    /// Something moves: often enough to recognize a shake.
    case armed

    /// Samples a second, in Hz.
    public var frequency: Double {
        switch self {
        case .rest: 12.5
        case .armed: 50
        }
    }
}
