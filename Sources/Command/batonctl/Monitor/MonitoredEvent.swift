// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonEvents
import BatonValues

/// One `Event` signal of the agent.
struct MonitoredEvent: Hashable, Sendable {
    let subtype: UInt32
    /// When it happened, in µs since boot (CLOCK_MONOTONIC).
    let timestamp: UInt64
    /// The event's name, or its number if this version has no name for it.
    let name: String
    /// The input it came from, such as `evdev`, `mpris` or `accelerometer`.
    let input: String
    /// The D-Bus name of the sender; empty for a device.
    let sender: String
    /// The responder at which it ended; empty if there was none.
    let responder: String
    /// `handled`, `unhandled`, `disabled`, `timeout` or `error:` and the error's name.
    let outcome: String
    /// How long it took from the input to the outcome, in microseconds.
    let microseconds: UInt64

    /// Nil for another signal, or one of another form.
    init?(_ signal: Message) {
        guard
            let (subtype, timestamp, source, sender, responder, outcome, microseconds) =
                ApplicationInterface.event.arguments(of: signal)
        else { return nil }
        self.subtype = subtype
        self.timestamp = timestamp
        if let shake = ReportedShake(text: source), subtype == Self.shake {
            (input, name) = (shake.origin.rawValue, shake.phase.word)
        } else {
            (input, name) = (source, RemoteControlSubtype(rawValue: Int(subtype))?.word ?? String(subtype))
        }
        self.sender = sender
        self.responder = responder
        self.outcome = outcome
        self.microseconds = microseconds
    }

    private static let shake = UInt32(EventSubtype.motionShake.rawValue)

    /// The event for people, such as `17:04:12.489 next from mpris (:1.7) to vlc: handled in 0.8 ms`.
    var text: String {
        let origin = sender.isEmpty ? device : "\(device) (\(sender))"
        let target = responder.isEmpty ? "nobody" : ChainTable.short(responder)
        let tenths = microseconds / 100
        let time = ClockText(sinceBoot: timestamp).millisecond
        return "\(time) \(name) from \(origin) to \(target): \(outcome) in \(tenths / 10).\(tenths % 10) ms"
    }

    /// The input for people: of `evdev: WH-1000XM4 (AVRCP)` the device alone.
    private var device: Substring {
        input.firstPlace(of: ": ").map { input[$0.upperBound...] } ?? Substring(input)
    }

    var json: JSON {
        .object([
            ("timestamp", .unsigned(timestamp)), ("subtype", .unsigned(UInt64(subtype))), ("event", .string(name)),
            ("input", .string(input)), ("sender", .string(sender)), ("responder", .string(responder)),
            ("outcome", .string(outcome)), ("microseconds", .unsigned(microseconds)),
        ])
    }
}
