// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// What a program that a test starts gets of the test's open files.
public enum InheritedDescriptors {
    /// Has a program that is to be started close all from a number on: not all that the tests have open closes itself, and a
    /// pipe that a program held by accident would never end.
    ///
    /// - Parameter actions: a `posix_spawn_file_actions_t`, which each module sees as another module's.
    public static func close(from first: Int32, in actions: UnsafeMutableRawPointer) {
        clinux_close_from(actions.assumingMemoryBound(to: posix_spawn_file_actions_t.self), first)
    }
}
