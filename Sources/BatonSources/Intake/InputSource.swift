// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonEvents
package import BatonRouting

/// One place that presses come from: a headset's node, BlueZ, a settings daemon. Made by ``InputRegistry``.
///
/// Whatever it sends is made well-formed (rule C3), and what another path has brought already is dropped (rule B8).
@MainActor
package final class InputSource {
    /// Whether presses can come.
    package enum State: Equatable {
        /// They can.
        case listening
        /// They cannot yet: why.
        case waiting(String)
        /// They cannot: why, and for the user what to do about it.
        case off(String)

        /// For people.
        package var text: String {
            switch self {
            case .listening: "listening"
            case .waiting(let reason): "waiting: \(reason)"
            case .off(let reason): "off: \(reason)"
            }
        }
    }

    package let kind: InputKind
    /// What people call it.
    package let name: String
    /// The device it belongs to, where one has several nodes; empty otherwise.
    package let device: String
    /// Tells it from all others, as long as the agent lives.
    package let number: Int
    /// What tells its presses from those of others.
    package let input: RemoteControlInput
    /// Whether presses can come.
    package var state = State.listening {
        didSet { if state != oldValue { registry?.changed() } }
    }
    /// The last press, and when.
    package private(set) var last: (command: RemoteControlSubtype, at: Duration)?

    private weak var registry: InputRegistry?
    private var wellFormed = RemoteControlSource()

    package init(
        _ kind: InputKind, name: String, device: String, number: Int, input: RemoteControlInput,
        registry: InputRegistry
    ) {
        self.input = input
        self.kind = kind
        self.name = name
        self.device = device
        self.number = number
        self.registry = registry
    }

    /// Sends a press down the chain.
    ///
    /// - Parameters:
    ///   - instant: when it was pressed, by CLOCK_MONOTONIC.
    ///   - completion: hears once what became of it; `unhandled` when it was no press of its own.
    package func submit(
        _ command: RemoteControlSubtype, at instant: Duration, completion: @escaping (Outcome) -> Void = { _ in }
    ) {
        guard let registry else { return completion(.unhandled(.declined)) }
        last = (command, instant)
        // Two paths are compared where a press begins (rule B8): only the path whose beginning counted owes an end.
        guard command.isEnd || registry.accepts(command, at: instant, from: self) else {
            return completion(.unhandled(.declined))
        }
        var commands = wellFormed.receive(command, at: instant)
        guard commands.popLast() != nil else { return completion(.unhandled(.declined)) }
        for end in commands { registry.send(end, at: instant, from: self) { _ in } }
        registry.send(command, at: instant, from: self, completion)
    }

    /// Ends what it began and has not ended: its device is gone, or the session is another's (rule B9).
    package func endSeeking(at instant: Duration) {
        for end in wellFormed.disconnect() { registry?.send(end, at: instant, from: self) { _ in } }
    }

    /// It is gone.
    package func remove(at instant: Duration) {
        endSeeking(at: instant)
        registry?.remove(self)
        registry = nil
    }
}
