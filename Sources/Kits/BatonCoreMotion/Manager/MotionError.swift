// SPDX-License-Identifier: Apache-2.0

/// Why a handler gets no data. The numbers are those of Core Motion's domain (rule CM9).
///
/// For example:
/// ```swift
/// func explain(_ error: MotionError) {
///     if error == .deviceRequiresMovement { print("move the device in a figure of eight") }
/// }
/// ```
public enum MotionError: Int, Error, Hashable, Sendable, CaseIterable {
    /// The magnetic field is not known yet: the device must be turned.
    case deviceRequiresMovement = 101
    /// The declination is not known.
    case trueNorthNotAvailable = 102
    /// No reason is known.
    case unknown = 103
    /// A value is not usable.
    case invalidParameter = 107
    /// The request is not possible now.
    case invalidAction = 108
    /// The device does not have the sensors.
    case notAvailable = 109
    /// The process may not read the sensors.
    case notAuthorized = 111
}
