// SPDX-License-Identifier: Apache-2.0

import BatonReactor
package import BatonValues
import Glibc

/// The log of the process: all loggers write to its one descriptor, with one level and one rate limit for each origin.
///
/// Writing never blocks: if the reader is too slow, lines are lost, and the next line that is written reports their
/// number. Lines above `debug` are limited by origin (``LogLimiter``): the value of the metadata key ``originKey``,
/// else the place in the source. Lines above `debug` contain no title and no artist: metadata under ``privateKeys`` is
/// left out of them. So pass such texts as metadata, never in the message.
///
/// Thread-safe.
///
/// Sendable, unchecked: all mutable state is private and accessed with `lock` held; the rest is constant.
package final class Log: @unchecked Sendable {
    /// The metadata key for the cause of a line: a player's name, a sender.
    ///
    /// It is written in the line like other metadata.
    package static let originKey = "origin"
    /// Keys of metadata that is written at `debug` and `trace` only.
    static let privateKeys: Set<String> = ["title", "artist", "album", "url", "track", "metadata"]

    private let lock = Lock()
    private let form: LogForm
    private let now: @Sendable () -> Duration
    private let start: Duration
    // Guarded by `lock`.
    private let descriptor: LogDescriptor
    private var limiter: LogLimiter
    private var currentLevel: LogLevel

    /// A log to `descriptor`. The caller keeps the descriptor and closes it.
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

    /// The log of a service: standard error, in the journal's form if standard error is connected to the journal.
    package static func standardError(level: LogLevel, environment: [String: String]) -> Log {
        Log(
            descriptor: STDERR_FILENO, form: .detect(descriptor: STDERR_FILENO, environment: environment), level: level)
    }

    /// A log of all levels to standard error, for tests that replay a simulation.
    package static var ofSimulation: Log { Log(descriptor: STDERR_FILENO, form: .terminal, level: .trace) }

    /// A log that writes nothing: its descriptor is a number that no open file has.
    package static var silent: Log { Log(descriptor: .max, form: .terminal, level: .error) }

    /// The least severe level that is written.
    ///
    /// A change applies at once to all loggers of this log.
    package var level: LogLevel {
        get { lock.withLock { currentLevel } }
        set { lock.withLock { currentLevel = newValue } }
    }

    /// A logger that writes to this log.
    ///
    /// `label` is written before each of its messages, unless it is empty.
    package func logger(_ label: String = "") -> Logger {
        Logger(self, label: label)
    }

    /// Reports the lines that the limit has suppressed so far.
    ///
    /// Call it before the process ends. At other times the lines that follow report them.
    package func finish() {
        lock.withLock { writeSuppressions(all: true) }
    }

    /// Whether lines of a level are written.
    func writes(_ level: LogLevel) -> Bool {
        level.priority <= self.level.priority && (level != .trace || self.level == .trace)
    }

    /// Writes a line.
    ///
    /// - Parameters:
    ///   - file: the place in the source, with `line`: the origin of a line whose metadata does not name one.
    func write(
        _ level: LogLevel, _ message: String, label: String, metadata: Logger.Metadata, file: StaticString,
        line number: UInt
    ) {
        let isPrivate = level == .debug || level == .trace
        lock.withLock {
            if !isPrivate {
                writeSuppressions(all: false)
                let origin = metadata[Self.originKey] ?? "\(file):\(number)"
                guard limiter.admit(origin, at: now()) else { return }
            }
            var line = LogLine(level, form: form, elapsed: now() - start)
            if !label.isEmpty { line.append("\(label): ") }
            line.append(message)
            for (key, value) in metadata.sorted(by: { $0.key < $1.key })
            where isPrivate || !Self.privateKeys.contains(key) {
                line.append(key: key, value: value)
            }
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
