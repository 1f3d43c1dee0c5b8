// SPDX-License-Identifier: Apache-2.0

import Glibc
import Logging

/// swift-log's handler for one logger of a ``Log``.
struct LogRoute: LogHandler {
    /// Where the lines go.
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

    /// The log's level, unless this logger was given one of its own.
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
