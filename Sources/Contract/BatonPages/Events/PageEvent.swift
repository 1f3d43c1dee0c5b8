// SPDX-License-Identifier: Apache-2.0

/// Something that has happened, in the words of `batonctl monitor`.
package struct PageEvent: Hashable, Sendable {
    /// The time of day, with seconds.
    package let time: String
    /// What happened: the event's name, or a sentence about an interruption.
    package let name: String
    /// The input that it came from; empty for an interruption.
    package let input: String
    /// Who got it; empty for an interruption.
    package let player: String
    /// How it ended; empty for an interruption.
    package let outcome: String

    /// The event in a line, without its time.
    package var text: String {
        outcome.isEmpty ? name : "\(name) from \(input) to \(player): \(outcome)"
    }
}

extension PageEvent {
    /// An event that the agent tells of.
    package init(_ event: MonitoredEvent) {
        self.init(
            time: ClockText(sinceBoot: event.timestamp).second(), name: BoundedText.shown(event.name),
            input: BoundedText.shown(String(event.device)), player: BoundedText.shown(event.target),
            outcome: BoundedText.shown(event.outcome))
    }

    /// The beginning or the end of an interruption, which has no time of its own.
    ///
    /// - Parameter now: in microseconds since 1970.
    package init(_ event: InterruptionEvent, now: UInt64) {
        self.init(
            time: ClockText(now).second(now: now), name: BoundedText.shown(event.text), input: "", player: "",
            outcome: "")
    }
}
