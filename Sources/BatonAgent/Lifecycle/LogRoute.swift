// SPDX-License-Identifier: Apache-2.0
internal import Logging

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
