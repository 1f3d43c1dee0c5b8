// SPDX-License-Identifier: Apache-2.0

import BatonAPI
package import BatonDBus
import BatonEvents
import BatonValues

/// One `Event` signal of the agent.
package struct MonitoredEvent: Hashable, Sendable {
    /// The number of its kind.
    package let subtype: UInt32
    /// When it happened, in µs since boot (CLOCK_MONOTONIC).
    package let timestamp: UInt64
    /// The event's name, or its number if this version has no name for it.
    package let name: String
    /// The input it came from, such as `evdev`, `mpris` or `accelerometer`.
    package let input: String
    /// The D-Bus name of the sender; empty for a device.
    package let sender: String
    /// The responder at which it ended; empty if there was none.
    package let responder: String
    /// `handled`, `unhandled`, `disabled`, `timeout` or `error:` and the error's name.
    package let outcome: String
    /// How long it took from the input to the outcome, in microseconds.
    package let microseconds: UInt64

    /// Nil for another signal, or one of another form.
    package init?(_ signal: Message) {
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

    /// The command as baton.conf names it; nil for a shake, and for the end of seeking, which no key names.
    package var command: String? {
        guard let command = RemoteControlSubtype(rawValue: Int(subtype)), !command.isEnd else { return nil }
        return command.configurationName
    }

    /// The event for people, such as `17:04:12.489 next from mpris (:1.7) to vlc: handled in 0.8 ms`.
    package var text: String {
        let origin = sender.isEmpty ? device : "\(device) (\(sender))"
        let tenths = microseconds / 100
        let time = ClockText(sinceBoot: timestamp).millisecond
        return "\(time) \(name) from \(origin) to \(target): \(outcome) in \(tenths / 10).\(tenths % 10) ms"
    }

    /// Who got it, for people.
    package var target: String { responder.isEmpty ? "nobody" : ResponderName.short(responder) }

    /// The input for people: of `evdev: WH-1000XM4 (AVRCP)` the device alone.
    package var device: Substring {
        input.firstPlace(of: ": ").map { input[$0.upperBound...] } ?? Substring(input)
    }
}
