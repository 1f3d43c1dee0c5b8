// SPDX-License-Identifier: Apache-2.0

import CLinux

/// How long the scheduler lets this process run at a time when others wait for the processor.
///
/// A process with a short slice runs sooner when it wakes, and is not displaced by those that it wakes itself before it has used its slice.
/// That suits a service that runs for microseconds at a time and is waited for. Linux has it from 6.12 on (`sched_setattr(2)`);
/// an older kernel ignores the wish.
package enum SchedulerSlice {
    /// Asks for a slice for the calling thread. Its niceness stays, and children do not inherit the slice.
    ///
    /// - Parameter slice: from 0.1 ms, the kernel's least, to 100 ms.
    /// - Returns: whether the kernel took it, or is one that ignores it; false where a filter of system calls denies it.
    @discardableResult
    package static func request(_ slice: Duration) -> Bool {
        clinux_request_slice(UInt64(clamping: slice.kernelTime)) == 0
    }

    /// What the main thread of a process has asked for, or with 0 the calling thread; nil if nothing, or if the kernel is older.
    package static func requested(by process: Int32 = 0) -> Duration? {
        let nanoseconds = clinux_requested_slice(process)
        return nanoseconds > 0 ? .nanoseconds(Int64(clamping: nanoseconds)) : nil
    }
}
