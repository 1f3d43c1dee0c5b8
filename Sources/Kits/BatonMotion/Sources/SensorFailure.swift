// SPDX-License-Identifier: Apache-2.0

/// The reason why a sensor gives no samples.
///
/// For example:
/// ```swift
/// func report(_ failure: SensorFailure) {
///     if failure.reason == .notPermitted { print("the sensor needs more rights: \(failure)") }
/// }
/// ```
public struct SensorFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure, to decide by.
    public enum Reason: String, Hashable, Sendable {
        /// No such sensor exists.
        case noSensor = "no-sensor"
        /// The sensor was removed.
        case gone
        /// The process lacks the rights.
        case notPermitted = "not-permitted"
        /// Another program uses the sensor.
        case busy
        /// The sensor exists and delivers no samples.
        case silent
        /// The sensor does not support the request.
        case unsupported
        /// The system reported another error.
        case failed
    }

    /// The kind of failure.
    public let reason: Reason
    /// A sentence that says what failed, on which device, and what to do about it.
    public let message: String

    /// Makes a failure.
    public init(_ reason: Reason, _ message: String) {
        self.reason = reason
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
