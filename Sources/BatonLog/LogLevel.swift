// SPDX-License-Identifier: Apache-2.0

package import Logging

/// The severity of a log line, the most severe first.
package enum LogLevel: String, Sendable, CaseIterable {
    /// Something does not work.
    case error
    /// Something works differently from what was asked for.
    case warning
    /// Something a user may want to know.
    case notice
    /// Normal events.
    case info
    /// Each step. Only this level and ``trace`` may name a title or artist.
    case debug
    /// Each message.
    case trace
}

extension LogLevel {
    /// swift-log's level of the same name.
    var loggerLevel: Logger.Level {
        switch self {
        case .error: .error
        case .warning: .warning
        case .notice: .notice
        case .info: .info
        case .debug: .debug
        case .trace: .trace
        }
    }

    /// The level of the same name; `critical` becomes ``error``.
    package init(_ level: Logger.Level) {
        switch level {
        case .critical, .error: self = .error
        case .warning: self = .warning
        case .notice: self = .notice
        case .info: self = .info
        case .debug: self = .debug
        case .trace: self = .trace
        }
    }

    /// syslog's number (sd-daemon(3)).
    package var priority: Int {
        switch self {
        case .error: 3
        case .warning: 4
        case .notice: 5
        case .info: 6
        case .debug, .trace: 7
        }
    }
}
