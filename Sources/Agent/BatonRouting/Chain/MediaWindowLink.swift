// SPDX-License-Identifier: Apache-2.0

/// The way from the responders of a media window back to it, which they may outlive.
///
/// Nothing refers to the window weakly: an object that was once referred to so is slower to retain and release from then on, and
/// a command retains its window some ten times.
///
/// Sendable, unchecked, for the `deinit` of the window, which no actor isolates: one thread runs the agent, so nothing reads
/// the link while the window ends, and all else that uses it is on the main actor.
final class MediaWindowLink: @unchecked Sendable {
    /// Nil when the window is gone.
    // Needs no check at run time: nothing else runs while it is read or set.
    @exclusivity(unchecked) unowned var window: MediaWindow?
}
