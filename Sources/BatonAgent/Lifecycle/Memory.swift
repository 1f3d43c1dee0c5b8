// SPDX-License-Identifier: Apache-2.0

internal import CLinux

/// What the allocator keeps after a flood goes back to the system.
enum Memory {
    /// Gives free memory back. Takes a millisecond or so; for the rare moments after a lot was freed.
    static func release() {
        malloc_trim(0)
    }
}
