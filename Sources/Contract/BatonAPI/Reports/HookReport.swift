// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// A `[hook]` section of the configuration, and how its program fares.
package struct HookReport: WireValue, Equatable, Sendable {
    package static var signature: Signature { "(sbtiu)" }

    package let name: String
    package let isRunning: Bool
    /// When it was started last, or was to be, in µs of CLOCK_MONOTONIC; 0 before the first time.
    package let started: UInt64
    /// How it ended last: its exit status, or 128 and the signal; -1 before the first time, ``neverRuns`` and ``cannotStart``.
    package let status: Int32
    /// How many events were dropped.
    package let dropped: UInt32

    /// The status of a section that is never started, because it names no event or no program.
    package static let neverRuns: Int32 = -2
    /// The status of a section whose program could not be started the last time.
    package static let cannotStart: Int32 = -3

    package init(name: String, isRunning: Bool, started: UInt64, status: Int32, dropped: UInt32) {
        self.name = name
        self.isRunning = isRunning
        self.started = started
        self.status = status
        self.dropped = dropped
    }

    package init?(wire value: Value) {
        guard case .structure(let fields) = value, fields.count >= 5, let name = String(wire: fields[0]),
            let isRunning = Bool(wire: fields[1]), let started = UInt64(wire: fields[2]),
            let status = Int32(wire: fields[3]), let dropped = UInt32(wire: fields[4])
        else { return nil }
        self.init(name: name, isRunning: isRunning, started: started, status: status, dropped: dropped)
    }

    package var wire: Value {
        .structure([name.wire, isRunning.wire, started.wire, status.wire, dropped.wire])
    }
}
