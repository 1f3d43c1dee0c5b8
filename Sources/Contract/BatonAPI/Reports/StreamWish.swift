// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// The options of `OpenStream` as a caller sends them. What is nil is left out.
package struct StreamWish: Equatable, Sendable {
    /// The numbers of the kinds; the accelerometer when left out.
    package var kinds: [UInt32]?
    /// The longest interval between samples in microseconds, by kind; every sample when left out.
    package var intervals: [(kind: UInt32, microseconds: UInt32)] = []
    /// The frame of what is computed, by Core Motion's number.
    package var referenceFrame: UInt32?
    /// Whether samples come at the full rate while nothing moves; true when left out.
    package var isFullRate: Bool?
    /// Whether the phases of shakes are wanted; true when left out.
    package var hasPhases: Bool?

    package init() {}

    package var wire: Vardict {
        let entries = intervals.map { DBusDictionary.Entry($0.kind.wire, $0.microseconds.wire) }
        return Vardict([
            (StreamKey.kinds, kinds?.wire),
            (StreamKey.intervals, entries.isEmpty ? nil : .dictionary(DBusDictionary("u", "u", entries))),
            (StreamKey.referenceFrame, referenceFrame?.wire), (StreamKey.fullRate, isFullRate?.wire),
            (StreamKey.phases, hasPhases?.wire),
        ])
    }

    package static func == (a: StreamWish, b: StreamWish) -> Bool { a.wire == b.wire }
}
