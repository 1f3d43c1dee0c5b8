// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A mutex, which any thread may use.
///
/// It is not `Synchronization.Mutex`: that library takes 100 KiB of resident memory of each program that has it, and no thread of
/// Baton's waits long for this lock.
///
/// Sendable, unchecked: the pointer never changes, and a pthread mutex may be used from any thread.
package final class Lock: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    /// An unlocked mutex.
    package init() {
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deinitialize(count: 1)
        mutex.deallocate()
    }

    /// Waits until no other thread has the lock, and takes it. The thread that has it already must not call this.
    package func lock() { pthread_mutex_lock(mutex) }

    /// Gives the lock back.
    package func unlock() { pthread_mutex_unlock(mutex) }

    /// Runs `body` with the lock held.
    @inlinable package func withLock<Result>(_ body: () -> Result) -> Result {
        lock()
        defer { unlock() }
        return body()
    }
}
