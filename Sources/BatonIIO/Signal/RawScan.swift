// SPDX-License-Identifier: Apache-2.0

/// The raw values of the three axes at one instant.
struct RawScan: Hashable, Sendable {
    var x: Int64
    var y: Int64
    var z: Int64
}
