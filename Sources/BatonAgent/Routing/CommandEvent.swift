// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus
internal import BatonEvents

/// A remote-control event together with who asked for it and how they hear the outcome.
@MainActor
final class CommandEvent: Event {
    let input: InputKind
    /// The unique name of the caller.
    let sender: BusName?
    /// A responder that is in the chain has already passed on it; see ``RoutingGate/isFirst``.
    var wasPassedOn = false
    /// Hears the outcome, once.
    var completion: ((Outcome) -> Void)?

    init(_ subtype: RemoteControlSubtype, timestamp: Duration, input: InputKind, sender: BusName?) {
        self.input = input
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
