// SPDX-License-Identifier: Apache-2.0

/// Why a sensor gives nothing.
public struct SensorFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure, to decide by.
    public enum Reason: String, Hashable, Sendable {
        /// There is no such sensor.
        case noSensor = "no-sensor"
        /// It was there and is gone.
        case gone
        /// The rights do not suffice.
        case notPermitted = "not-permitted"
        /// Another program has it.
        case busy
        /// It is there and delivers nothing.
        case silent
        /// It cannot do what was asked.
        case unsupported
        /// The system said no for another reason.
        case failed
    }

    /// The kind of failure.
    public let reason: Reason
    /// What happened, on what, and what to do about it.
    public let message: String

    /// Makes a failure.
    public init(_ reason: Reason, _ message: String) {
        self.reason = reason
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
