// SPDX-License-Identifier: Apache-2.0

/// Three values of one instant, as the sensor gives them.
struct RawScan: Hashable, Sendable {
    var x: Int64
    var y: Int64
    var z: Int64
}
