// SPDX-License-Identifier: Apache-2.0

/// The reason why a text is not a valid recording.
///
/// For example:
/// ```swift
/// do {
///     recording = try RecordingReader.read(text)
/// } catch {
///     print("\(file): \(error)")
/// }
/// ```
public struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error, to decide by.
    public enum Reason: Hashable, Sendable {
        /// The line that names the columns is missing, or lacks some of them.
        case columns
        /// A line has too few values, or one that is not a number.
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
    /// The line, from 1; nil when the error concerns the whole recording.
    public let line: Int?
    /// A sentence that says what is wrong and what to do about it.
    public let message: String

    /// The message after the line, as in "line 12: …".
    public var description: String { line.map { "line \($0): \(message)" } ?? message }
}
