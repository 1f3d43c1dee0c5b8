// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// The answer of `TryHeadset`: the headset, and its press if one came.
package struct HeadsetPress: WireValue, Equatable, Sendable {
    package static var signature: Signature { Vardict.signature }

    /// The headset's alias.
    package var device = ""
    /// The name of its section in baton.conf.
    package var section = ""
    /// What it sent, such as "play"; empty when nothing came in time.
    package var command = ""
    /// When it came, in µs of CLOCK_MONOTONIC; nil when the agent did not tell.
    package var time: UInt64?

    package init(device: String, section: String, command: String = "", time: UInt64 = 0) {
        self.device = device
        self.section = section
        self.command = command
        self.time = time
    }

    package init?(wire value: Value) {
        guard let fields = Vardict(wire: value) else { return nil }
        device = fields.read("device") ?? ""
        section = fields.read("section") ?? ""
        command = fields.read("command") ?? ""
        time = fields.read("time")
    }

    package var wire: Value {
        Vardict([
            ("device", device.wire), ("section", section.wire), ("command", command.wire), ("time", time?.wire),
        ]).wire
    }
}
