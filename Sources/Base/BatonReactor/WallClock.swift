// SPDX-License-Identifier: Apache-2.0

import CLinux

/// The time of day. It can jump when the clock is set, so events are timed by ``Reactor/now`` instead.
///
/// For example:
/// ```swift
/// print("recorded \(WallClock.microseconds / 1_000_000) s after 1970")
/// ```
public enum WallClock {
    /// Microseconds since the beginning of 1970, UTC.
    public static var microseconds: UInt64 { clinux_wall_clock() }
}
