// SPDX-License-Identifier: Apache-2.0

/// What both ends must agree on.
enum SensorLinkFormat {
    /// The first byte of each message; goes up with each change of the format.
    static let version: UInt8 = 1
}
