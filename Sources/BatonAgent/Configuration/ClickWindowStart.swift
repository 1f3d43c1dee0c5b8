// SPDX-License-Identifier: Apache-2.0

internal import BatonEvents

/// What the time for the next click counts from (rule B2).
enum ClickWindowStart: String, Sendable, CaseIterable {
    /// The end of the click before.
    case release
    /// Its beginning, as on Android.
    case press

    var interval: TapIntervalStart { self == .release ? .up : .down }
}
