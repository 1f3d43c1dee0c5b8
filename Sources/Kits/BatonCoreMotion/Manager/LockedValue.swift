// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A value that any thread may use, one at a time.
///
/// It is not `Synchronization.Mutex`, which costs each program that has this module 100 KiB of resident memory (see BatonLog's
/// `LogLock`).
///
/// Sendable, unchecked: the pointer never changes, and the value is used with the mutex held only.
final class LockedValue<Value: Sendable>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var value: Value

    init(_ value: Value) {
        self.value = value
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deinitialize(count: 1)
        mutex.deallocate()
    }

    /// Runs `body` with the lock held. `body` must not use this value by another way.
    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&value)
    }
}
