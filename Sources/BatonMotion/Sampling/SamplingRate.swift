// SPDX-License-Identifier: Apache-2.0

/// How often a polled sensor is read (rule SHAKE13).
public enum SamplingRate: Hashable, Sendable {
    /// The device is at rest: often enough to see the beginning of a movement.
    case rest
    /// The device moves: often enough to recognize a shake.
    case armed

    /// Samples a second, in Hz.
    public var frequency: Double {
        switch self {
        case .rest: 12.5
        case .armed: 50
        }
    }
}
