// SPDX-License-Identifier: Apache-2.0

/// From where the time to the beginning of the next tap counts (rule B2).
///
/// For example:
/// ```swift
/// var settings = ButtonSettings()
/// settings.multiPressStart = .down
/// ```
public enum TapIntervalStart: Sendable, CaseIterable {
    /// From the end of a tap, so that long clicks do not shorten the time for the next one.
    case up
    /// From the beginning of a tap, as on Android. A tap that lasts longer than the interval is the last one.
    case down
}
