// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonButtons
package import BatonEvents
package import BatonRouting

/// One input of presses: the node of a headset, BlueZ, a settings daemon. Made by ``InputRegistry``.
///
/// Its commands are made well-formed (rule C3), and duplicates of other inputs are dropped (rule B8).
@MainActor
package final class Input {
    /// Whether the input can deliver presses.
    package enum State: Equatable {
        /// It delivers presses.
        case listening
        /// It does not deliver presses yet, with the reason.
        case waiting(Reason)
        /// It does not deliver presses, with the reason.
        case off(Reason)

        /// The state without its reason.
        package var word: InputStateWord {
            switch self {
            case .listening: .listening
            case .waiting: .waiting
            case .off: .off
            }
        }

        /// Why the input cannot deliver presses; nil if it can.
        package var reason: Reason? {
            switch self {
            case .listening: nil
            case .waiting(let reason), .off(let reason): reason
            }
        }

        /// The state as text for the user.
        package var text: String { InputStateWord.text(word.rawValue, reason) }
    }

    package let kind: InputKind
    /// The name shown to the user.
    package let name: String
    /// The device it belongs to, if that may have several nodes; empty otherwise.
    package let device: String
    /// Unique among all inputs as long as the agent runs.
    package let number: Int
    /// The identity by which its presses are compared with those of other inputs (rule B8).
    package let identity: RemoteControlInput
    /// Whether the input can deliver presses.
    package var state = State.listening {
        didSet { if state != oldValue { registry?.changed() } }
    }
    /// What people are told of an input that listens, such as keys that it has not.
    package var note: Reason?
    /// The last press and its time.
    package private(set) var last: (command: RemoteControlSubtype, at: Duration)?

    private weak var registry: InputRegistry?
    private var wellFormed = RemoteControlSource()

    package init(
        _ kind: InputKind, name: String, device: String, number: Int, identity: RemoteControlInput,
        registry: InputRegistry
    ) {
        self.identity = identity
        self.kind = kind
        self.name = name
        self.device = device
        self.number = number
        self.registry = registry
    }

    /// Sends a press down the chain.
    ///
    /// - Parameters:
    ///   - instant: the time of the press, on CLOCK_MONOTONIC.
    ///   - completion: called once with the outcome; `unhandled` if the press was a duplicate or not well-formed.
    /// - Returns: whether it was sent.
    @discardableResult
    package func submit(
        _ command: RemoteControlSubtype, at instant: Duration, completion: @escaping (Outcome) -> Void = { _ in }
    ) -> Bool {
        guard let registry else {
            completion(.unhandled(.declined))
            return false
        }
        last = (command, instant)
        // Inputs are compared at the beginning of a press (rule B8): only the input whose beginning counted sends an
        // end.
        guard command.isEnd || registry.accepts(command, at: instant, from: self) else {
            completion(.unhandled(.declined))
            return false
        }
        var commands = wellFormed.receive(command, at: instant)
        guard commands.popLast() != nil else {
            completion(.unhandled(.declined))
            return false
        }
        for end in commands { registry.send(end, at: instant, from: self) { _ in } }
        registry.send(command, at: instant, from: self, completion)
        return true
    }

    /// Notes a press that does nothing: people are shown it, and no responder gets it.
    func drop(_ command: RemoteControlSubtype, at instant: Duration) {
        last = (command, instant)
        registry?.pressed(command, self)
    }

    /// Ends the seeking that the input began and has not ended: its device is gone, or the session has become inactive
    /// (rule B9).
    package func endSeeking(at instant: Duration) {
        for end in wellFormed.disconnect() { registry?.send(end, at: instant, from: self) { _ in } }
    }

    /// Removes the input from the registry, after ending its seeking.
    package func remove(at instant: Duration) {
        endSeeking(at: instant)
        registry?.remove(self)
        registry = nil
    }
}
