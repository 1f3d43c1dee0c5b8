// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// Which open files a program inherits that a test starts.
public enum InheritedDescriptors {
    /// Makes a program that is about to be started close all descriptors from a number on. Not all descriptors of the
    /// tests have close-on-exec, and a pipe that a program holds open by accident never reports end-of-file.
    ///
    /// - Parameter actions: a `posix_spawn_file_actions_t`, which each module sees as another module's.
    public static func close(from first: Int32, in actions: UnsafeMutableRawPointer) {
        clinux_close_from(actions.assumingMemoryBound(to: posix_spawn_file_actions_t.self), first)
    }
}
