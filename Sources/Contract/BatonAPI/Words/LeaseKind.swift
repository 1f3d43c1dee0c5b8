// SPDX-License-Identifier: Apache-2.0

/// What an application interrupts players for. The raw value is the word on the bus.
package enum LeaseKind: String, Sendable, CaseIterable {
    case call, dictation, recording, alarm, lock, wear, other
    /// What another machine tells of: it ends well only by `End`.
    case remote

    /// Those that people name on a command line.
    package static var typed: [LeaseKind] { allCases.filter { $0 != .remote } }

    /// Whether what it paused may resume when its program closes the pipe or leaves the bus. Of another machine's call nobody
    /// knows then whether it is over.
    package var endsWithProgram: Bool { self != .remote }
}
