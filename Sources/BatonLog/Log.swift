// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import Glibc
package import Logging

/// Where all loggers of the process write to: one descriptor, one level, one limit on what an origin may say.
///
/// Writing never waits: what the reader is too slow for is lost, and counted in the next line. Lines above `debug` are
/// limited by origin (``LogLimiter``): the value of the metadata key ``originKey``, else the place in the source.
/// No title or artist appears above `debug`: metadata under ``privateKeys`` is left out there, so pass them as metadata,
/// never within the message.
///
/// May be called from any thread.
///
/// Sendable, unchecked: what changes is private and touched within `lock` alone; the rest is constant.
package final class Log: @unchecked Sendable {
    /// The metadata key that names who caused a line: a player's name, a sender.
    ///
    /// It is part of the line.
    package static let originKey = "origin"
    /// Metadata that is written at `debug` and `trace` only.
    static let privateKeys: Set<String> = ["title", "artist", "album", "url", "track", "metadata"]

    private let lock = LogLock()
    private let form: LogForm
    private let now: @Sendable () -> Duration
    private let start: Duration
    // Guarded by `lock`.
    private let descriptor: LogDescriptor
    private var limiter: LogLimiter
    private var currentLevel: LogLevel

    /// A log to `descriptor`, which stays open and the caller's.
    package init(
        descriptor: CInt, form: LogForm, level: LogLevel, limits: LogLimiter.Limits = LogLimiter.Limits(),
        now: @escaping @Sendable () -> Duration = Log.monotonicTime
    ) {
        self.descriptor = LogDescriptor(descriptor)
        self.form = form
        self.now = now
        currentLevel = level
        limiter = LogLimiter(limits: limits)
        start = now()
    }

    /// The log of a service: standard error, for the journal if it is the journal's.
    package static func standardError(level: LogLevel, environment: [String: String]) -> Log {
        Log(
            descriptor: STDERR_FILENO, form: .detect(descriptor: STDERR_FILENO, environment: environment), level: level)
    }

    /// Everything that happens, for who looks at a simulation.
    package static var ofSimulation: Log { Log(descriptor: STDERR_FILENO, form: .terminal, level: .trace) }

    /// A log that is closed: no file has this number.
    package static var silent: Log { Log(descriptor: .max, form: .terminal, level: .error) }

    /// The least severe level written.
    ///
    /// A change counts at once for every logger made here.
    package var level: LogLevel {
        get { lock.withLock { currentLevel } }
        set { lock.withLock { currentLevel = newValue } }
    }

    /// A logger that writes here.
    ///
    /// `label` stands before its messages; empty for none.
    package func logger(_ label: String = "") -> Logger {
        Logger(label: label) { LogRoute(log: self, label: $0) }
    }

    /// Says what was held back.
    ///
    /// Call it before the process ends; otherwise later lines bring it along.
    package func finish() {
        lock.withLock { writeSuppressions(all: true) }
    }

    /// Writes an event with the metadata it was given and the logger's own.
    package func write(_ event: LogEvent, label: String, metadata: Logger.Metadata) {
        let level = LogLevel(event.level)
        let isPrivate = level == .debug || level == .trace
        lock.withLock {
            if !isPrivate {
                writeSuppressions(all: false)
                let origin = metadata[Self.originKey].map { "\($0)" } ?? "\(event.file):\(event.line)"
                guard limiter.admit(origin, at: now()) else { return }
            }
            var line = LogLine(level, form: form, elapsed: now() - start)
            if !label.isEmpty { line.append("\(label): ") }
            line.append(event.message.description)
            for (key, value) in metadata.sorted(by: { $0.key < $1.key })
            where isPrivate || !Self.privateKeys.contains(key) {
                line.append(key: key, value: "\(value)")
            }
            if let error = event.error { line.append(key: "error", value: "\(error)") }
            put(line)
        }
    }

    private func writeSuppressions(all: Bool) {
        for suppression in limiter.takeSuppressions(at: now(), all: all) {
            var line = LogLine(.warning, form: form, elapsed: now() - start)
            line.append("suppressed \(Self.lines(suppression.count))")
            line.append(key: Self.originKey, value: suppression.origin)
            put(line)
        }
    }

    private func put(_ line: LogLine) {
        descriptor.write(line.finished()) { count in
            var notice = LogLine(.warning, form: form, elapsed: now() - start)
            notice.append("lost \(Self.lines(count)), the log's reader was too slow")
            return notice.finished()
        }
    }

    private static func lines(_ count: Int) -> String { count == 1 ? "1 line" : "\(count) lines" }

    /// CLOCK_MONOTONIC.
    static let monotonicTime: @Sendable () -> Duration = {
        MonotonicClock().now
    }
}
