// SPDX-License-Identifier: Apache-2.0

package import BatonValues

/// Writes lines to a ``Log``, with a label of its own.
///
/// It has the shape of swift-log's, which is not used: its task-locals link the concurrency runtime and libdispatch, 64 KiB of
/// private memory for a service that has one thread. A message is made only if its level is written.
///
/// ```swift
/// let log = Log.standardError(level: .info, environment: [:])
/// log.logger("bus").notice("connected again", metadata: [Log.originKey: "bus"])
/// ```
///
/// Thread-safe.
package struct Logger: Sendable {
    /// What a line says besides its message, by key.
    package typealias Metadata = [String: String]

    private let log: Log
    private let label: String

    init(_ log: Log, label: String) {
        self.log = log
        self.label = label
    }

    /// Writes a line of a level that is chosen at run time.
    package func log(
        level: LogLevel, _ message: @autoclosure () -> String, metadata: @autoclosure () -> Metadata = [:],
        file: StaticString = #fileID, line: UInt = #line
    ) {
        guard log.writes(level) else { return }
        log.write(level, message(), label: label, metadata: metadata(), file: file, line: line)
    }

    /// Something does not work.
    package func error(
        _ message: @autoclosure () -> String, metadata: @autoclosure () -> Metadata = [:],
        file: StaticString = #fileID, line: UInt = #line
    ) {
        log(level: .error, message(), metadata: metadata(), file: file, line: line)
    }

    /// Something works differently from what was asked for.
    package func warning(
        _ message: @autoclosure () -> String, metadata: @autoclosure () -> Metadata = [:],
        file: StaticString = #fileID, line: UInt = #line
    ) {
        log(level: .warning, message(), metadata: metadata(), file: file, line: line)
    }

    /// Something a user may want to know.
    package func notice(
        _ message: @autoclosure () -> String, metadata: @autoclosure () -> Metadata = [:],
        file: StaticString = #fileID, line: UInt = #line
    ) {
        log(level: .notice, message(), metadata: metadata(), file: file, line: line)
    }

    /// A normal event.
    package func info(
        _ message: @autoclosure () -> String, metadata: @autoclosure () -> Metadata = [:],
        file: StaticString = #fileID, line: UInt = #line
    ) {
        log(level: .info, message(), metadata: metadata(), file: file, line: line)
    }

    /// A step. Only this level and `trace` may name a title or artist.
    package func debug(
        _ message: @autoclosure () -> String, metadata: @autoclosure () -> Metadata = [:],
        file: StaticString = #fileID, line: UInt = #line
    ) {
        log(level: .debug, message(), metadata: metadata(), file: file, line: line)
    }

    /// A message.
    package func trace(
        _ message: @autoclosure () -> String, metadata: @autoclosure () -> Metadata = [:],
        file: StaticString = #fileID, line: UInt = #line
    ) {
        log(level: .trace, message(), metadata: metadata(), file: file, line: line)
    }
}
