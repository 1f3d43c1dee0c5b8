// SPDX-License-Identifier: Apache-2.0

/// Why a text is no recording.
public struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error, to decide by.
    public enum Reason: Hashable, Sendable {
        /// There is no line that names the columns, or it lacks some.
        case columns
        /// A line has too few values, or one that is no number.
        case value
        /// A time is not later than the one before.
        case order
        /// The values are in another unit than m/s².
        case unit
        /// There are no samples.
        case empty
    }

    /// The kind of error.
    public let reason: Reason
    /// The line, from 1; nil when it is about the whole.
    public let line: Int?
    /// What is wrong, and what to do about it.
    public let message: String

    /// "line 12: …"
    public var description: String { line.map { "line \($0): \(message)" } ?? message }
}
