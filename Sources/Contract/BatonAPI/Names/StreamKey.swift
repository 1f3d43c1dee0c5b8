// SPDX-License-Identifier: Apache-2.0

/// The keys of the options and of the format of `OpenStream`.
package enum StreamKey {
    /// The option: whether samples come at the full rate while nothing moves.
    package static let fullRate = "full-rate"
    /// The option: the numbers of the kinds that are wanted.
    package static let kinds = "kinds"
    /// The option: the interval in microseconds, by kind.
    package static let intervals = "intervals"
    /// The option: the frame of what is computed, by Core Motion's number.
    package static let referenceFrame = "reference-frame"
    /// The option: whether the phases of shakes are wanted.
    package static let phases = "phases"

    // The format.
    package static let version = "version"
    package static let recordSize = "record-size"
    package static let clock = "clock"
    package static let mode = "mode"
    package static let rate = "rate"
    package static let device = "device"
    package static let path = "path"
    package static let location = "location"
    package static let scale = "scale"
    package static let mountMatrix = "mount-matrix"
    package static let frame = "frame"
    package static let sign = "sign"
    package static let sensitivity = "sensitivity"
    package static let longestShake = "longest-shake"
    package static let raise = "raise"
    package static let model = "model"
    /// The sensors of the stream, by kind.
    package static let sensors = "sensors"
    package static let unit = "unit"

    /// The only value of ``clock``: the times are those of CLOCK_MONOTONIC.
    package static let monotonic = "monotonic"
    /// The only value of ``frame``: samples are in the frame of the device (rule SIGN9).
    package static let deviceFrame = "device"
}
