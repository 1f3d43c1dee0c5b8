// SPDX-License-Identifier: Apache-2.0

/// The way from what a connection has made back to it, which that may outlive.
///
/// Nothing refers to a connection weakly: an object that was once referred to so is slower to retain and release from then on,
/// and a command retains its connection some thirty times.
final class ConnectionLink {
    /// Nil when the connection is gone.
    // Needs no check at run time: nothing else runs while it is read or set.
    @exclusivity(unchecked) unowned var connection: Connection?
}
