// SPDX-License-Identifier: Apache-2.0

/// From where the time to the next tap's beginning counts (rule B2).
public enum TapIntervalStart: Sendable, CaseIterable {
    /// From the end of a tap: friendly to slow fingers.
    case up
    /// From the beginning of a tap, as Android counts. A tap that lasts longer than the interval is the last one.
    case down
}
