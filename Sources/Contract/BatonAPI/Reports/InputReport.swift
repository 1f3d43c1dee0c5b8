// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// An input of presses, as `Inputs` lists it. Words are texts, because a newer agent may have others.
package struct InputReport: WireValue, Equatable, Sendable {
    package static var signature: Signature { "(ssssa{sv}st)" }

    /// A word of `InputKind`.
    package let kind: String
    package let name: String
    /// A word of ``InputStateWord``.
    package let state: String
    /// Why presses do not come from it; nil if they do.
    package let reason: Reason?
    /// The last command; empty before the first.
    package let command: String
    /// When it was pressed, in µs of CLOCK_MONOTONIC; 0 before the first.
    package let time: UInt64

    package init(kind: String, name: String, state: String, reason: Reason?, command: String, time: UInt64) {
        self.kind = kind
        self.name = name
        self.state = state
        self.reason = reason
        self.command = command
        self.time = time
    }

    package init?(wire value: Value) {
        guard case .structure(let fields) = value, fields.count >= 7, let time = UInt64(wire: fields[6]) else {
            return nil
        }
        func text(_ index: Int) -> String { String(wire: fields[index]) ?? "" }
        self.init(
            kind: text(0), name: text(1), state: text(2), reason: Reason(word: fields[3], details: fields[4]),
            command: text(5), time: time)
    }

    package var wire: Value {
        .structure([kind.wire, name.wire, state.wire] + Reason.values(reason) + [command.wire, time.wire])
    }
}
