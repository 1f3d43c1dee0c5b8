// SPDX-License-Identifier: Apache-2.0

/// What the configuration says of interruptions.
package struct InterruptionSettings: Sendable, Equatable {
    /// Whether there are any (rule I10).
    package var isEnabled = true
    /// Whether a player that cannot pause is stopped: a live stream is lost by it (rule I2).
    package var stopsUnpausable = false
    /// How long after the pause a player is still resumed (rule I43).
    package var resumeLimit = Duration.seconds(4 * 3600)
    /// The same when a bud was out of its ear (rule I43).
    package var wearLimit = Duration.seconds(5 * 60)

    package init() {}

    func limit(of cause: InterruptionCause) -> Duration {
        cause == .wear ? wearLimit : resumeLimit
    }
}
