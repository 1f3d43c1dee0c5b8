// SPDX-License-Identifier: Apache-2.0

import Glibc
import Logging

/// swift-log's handler for one logger of a ``Log``.
struct LogRoute: LogHandler {
    /// The log that gets the lines.
    let log: Log
    /// The logger's label.
    let label: String
    /// The logger's own metadata.
    var metadata: Logger.Metadata = [:]
    /// The source of further metadata, if any.
    var metadataProvider: Logger.MetadataProvider?
    private var ownLevel: Logger.Level?

    /// A route without metadata, at the log's level.
    init(log: Log, label: String) {
        self.log = log
        self.label = label
    }

    /// The log's level, unless a level was set for this logger.
    var logLevel: Logger.Level {
        get { ownLevel ?? log.level.loggerLevel }
        set { ownLevel = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var all = metadata
        if let provided = metadataProvider?.get() { all.merge(provided) { _, new in new } }
        if let given = event.metadata { all.merge(given) { _, new in new } }
        log.write(event, label: label, metadata: all)
    }
}

/// A mutex for the log, because swift-log may call it from any thread.
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
