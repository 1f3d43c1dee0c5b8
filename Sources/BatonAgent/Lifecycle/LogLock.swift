// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// A mutex for the log alone, which swift-log may call from any thread.
///
/// Not `Synchronization.Mutex`: that library costs a resident 100 KiB, for a lock that batond's one thread never waits on.
///
/// Sendable, unchecked: the pointer never changes, and what it points to is a mutex, made for any thread.
final class LogLock: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    /// An open lock.
    init() {
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deinitialize(count: 1)
        mutex.deallocate()
    }

    /// Runs `body` while nobody else does.
    func withLock<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }
}
