// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonDBus
package import BatonEvents

/// A remote-control event with its input, its caller, and a handler for its outcome.
@MainActor
package final class CommandEvent: Event {
    /// The media command, which each event of this class has.
    package let command: RemoteControlSubtype
    package let input: InputKind
    /// The path by which the event came.
    package let path: CommandPath
    /// The input as `batonctl monitor` shows it: "mpris", "evdev: Plantronics BT600".
    package let inputText: String
    /// The unique name of the caller.
    package let sender: BusName?
    /// Whether a responder of the chain has already passed the event on.
    var wasPassedOn = false
    /// Whether a responder that plays has passed the event on. It was meant, so no responder that does not play gets the event
    /// (rule MPRIS51).
    var wasPassedOnByPlaying = false
    /// The counter of uses when it came to the first responder, if it has waited there (rule MPRIS17).
    var arrival: Int?
    /// What the player that gets it was like then; nil if the caller does not wait for the effect.
    // Needs no check at run time: it is set before the event is sent.
    @exclusivity(unchecked) package var receipt: CommandReceipt?
    /// Called once, with the outcome.
    // Needs no check at run time: it is copied before it is called.
    @exclusivity(unchecked) package var completion: ((Outcome) -> Void)?

    /// - Parameters:
    ///   - inputNumber: the number of the device or service that sent the event; nil for a caller on the bus.
    ///   - device: the name of that device or service for people.
    package init(
        _ subtype: RemoteControlSubtype, timestamp: Duration, input: InputKind, sender: BusName?,
        inputNumber: Int? = nil, device: String? = nil
    ) {
        command = subtype
        self.input = input
        path = inputNumber.map(CommandPath.input) ?? (input == .mpris ? .face : .control)
        inputText = device.map { "\(input.rawValue): \($0)" } ?? input.rawValue
        self.sender = sender
        super.init(remoteControl: subtype, timestamp: timestamp)
    }

    package override func reportUnhandled() {
        super.reportUnhandled()
        finish(.unhandled(.declined))
    }

    /// Reports the outcome. Only the first call has an effect.
    package func finish(_ outcome: Outcome) {
        guard let completion else { return }
        self.completion = nil
        completion(outcome)
    }
}
