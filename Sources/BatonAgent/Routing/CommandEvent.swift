// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus
internal import BatonEvents

/// A remote-control event together with who asked for it and how they hear the outcome.
@MainActor
final class CommandEvent: Event {
    let input: InputKind
    /// Tells the path it came by from all others: seeking that one began is ended by that one only (rule C3).
    let path: Int
    /// What `batonctl monitor` shows as the input: "mpris", "evdev: Plantronics BT600".
    let inputText: String
    /// The unique name of the caller.
    let sender: BusName?
    /// A responder that is in the chain has already passed on it; see ``RoutingGate/isFirst``.
    var wasPassedOn = false
    /// One that plays has passed on it: a toggle that was meant to silence it must not start another one.
    var wasPassedOnByPlaying = false
    /// Hears the outcome, once.
    var completion: ((Outcome) -> Void)?

    /// - Parameter source: the device or service behind it; nil for a caller on the bus.
    init(
        _ subtype: RemoteControlSubtype, timestamp: Duration, input: InputKind, sender: BusName?,
        source: InputSource? = nil
    ) {
        self.input = input
        path = source?.number ?? (input == .mpris ? 0 : 1)
        inputText = source.map { "\(input.rawValue): \($0.name)" } ?? input.rawValue
        self.sender = sender
        super.init(remoteControl: subtype, timestamp: timestamp)
        onUnhandled = { [unowned self] in finish(.unhandled(.declined)) }
    }

    /// Tells the caller how it ended; only the first time counts.
    func finish(_ outcome: Outcome) {
        guard let completion else { return }
        self.completion = nil
        completion(outcome)
    }
}
