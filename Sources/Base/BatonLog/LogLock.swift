// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A mutex for the log, which any thread may use.
///
/// It is not `Synchronization.Mutex`: that library takes 100 KiB of resident memory, and batond's one thread never
/// waits for this lock.
///
/// Sendable, unchecked: the pointer never changes, and a pthread mutex may be used from any thread.
final class LogLock: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    /// An unlocked mutex.
    init() {
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deinitialize(count: 1)
        mutex.deallocate()
    }

    /// Runs `body` with the lock held.
    func withLock<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }
}
