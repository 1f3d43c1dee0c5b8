// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonDBus
package import BatonEvents

/// A remote-control event together with who asked for it and how they hear the outcome.
@MainActor
package final class CommandEvent: Event {
    package let input: InputKind
    /// Tells the path it came by from all others: seeking that one began is ended by that one only (rule C3).
    package let path: Int
    /// What `batonctl monitor` shows as the input: "mpris", "evdev: Plantronics BT600".
    package let inputText: String
    /// The unique name of the caller.
    package let sender: BusName?
    /// A responder that is in the chain has already passed on it; see ``RoutingGate/isFirst``.
    var wasPassedOn = false
    /// One that plays has passed on it: a toggle that was meant to silence it must not start another one.
    var wasPassedOnByPlaying = false
    /// Hears the outcome, once.
    package var completion: ((Outcome) -> Void)?

    /// - Parameters:
    ///   - path: the number of the device or service behind it; nil for a caller on the bus.
    ///   - device: what people call that device or service.
    package init(
        _ subtype: RemoteControlSubtype, timestamp: Duration, input: InputKind, sender: BusName?,
        path: Int? = nil, device: String? = nil
    ) {
        self.input = input
        self.path = path ?? (input == .mpris ? 0 : 1)
        inputText = device.map { "\(input.rawValue): \($0)" } ?? input.rawValue
        self.sender = sender
        super.init(remoteControl: subtype, timestamp: timestamp)
        onUnhandled = { [unowned self] in finish(.unhandled(.declined)) }
    }

    /// Tells the caller how it ended; only the first time counts.
    package func finish(_ outcome: Outcome) {
        guard let completion else { return }
        self.completion = nil
        completion(outcome)
    }
}
