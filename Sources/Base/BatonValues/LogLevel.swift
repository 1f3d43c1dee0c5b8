// SPDX-License-Identifier: Apache-2.0

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
