// SPDX-License-Identifier: Apache-2.0

/// The severity of a log line, the most severe first.
enum LogLevel: String, Sendable, CaseIterable {
    /// Something does not work.
    case error
    /// Something works otherwise than asked.
    case warning
    /// Something a user may want to know.
    case notice
    /// The normal course of things.
    case info
    /// Each step; the only level, with ``trace``, that may name a title or artist.
    case debug
    /// Each message.
    case trace
}
