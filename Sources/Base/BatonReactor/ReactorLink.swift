// SPDX-License-Identifier: Apache-2.0

/// The way from timers, watches and hooks back to their reactor, which they may outlive.
///
/// They do not refer to it weakly: an object that was once referred to so is slower to retain and release from then on, and
/// every part of a program retains its reactor.
final class ReactorLink {
    /// Nil when the reactor is gone.
    // Needs no check at run time: nothing else runs while it is read or set.
    @exclusivity(unchecked) unowned var reactor: Reactor?
}
