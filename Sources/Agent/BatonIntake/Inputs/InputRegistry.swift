// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
import BatonButtons
package import BatonEvents
package import BatonRouting
package import BatonValues

/// All inputs of presses, for the chain, `batonctl inputs` and the doctor.
@MainActor
package final class InputRegistry {
    /// What happens to the inputs.
    package enum Change {
        /// An input was added or removed, or has changed its state.
        case inputs
        /// A press came that another input has delivered already (rule B8).
        case duplicate(RemoteControlSubtype, Input)
    }

    /// A press, before it is known whether it is a duplicate.
    package typealias Press = (command: RemoteControlSubtype, input: Input)

    /// In the order in which they were added.
    package private(set) var all: [Input] = []

    private let intake: CommandIntake
    private var observers = Observers<Change>()
    /// No ``Change``: those that look at the inputs would be called on the path of each command.
    private var pressObservers = Observers<Press>()
    private var merger = RemoteControlMerger()
    private var nextNumber = 0

    package init(intake: CommandIntake) {
        self.intake = intake
    }

    /// Adds an input.
    ///
    /// - Parameters:
    ///   - name: the name shown to the user.
    ///   - device: the same text for all nodes of one device; empty otherwise.
    package func add(_ kind: InputKind, name: String, device: String = "") -> Input {
        let input = Input(
            kind, name: name, device: device, number: nextNumber, identity: identity(kind, device), registry: self)
        nextNumber += 1
        all.append(input)
        changed()
        return input
    }

    /// The identity by which presses of different inputs are compared (rule B8).
    private func identity(_ kind: InputKind, _ device: String) -> RemoteControlInput {
        switch kind {
        case .mpris, .control: return .caller
        case .bluetooth: return .bluetooth
        case .mediaKeys: return .settingsDaemon
        case .kde: return .kde
        case .portal: return .portal
        case .evdev:
            let sibling = device.isEmpty ? nil : all.first { $0.kind == .evdev && $0.device == device }
            let node = UInt64(nextNumber)
            guard case .key(let device, _) = sibling?.identity else { return .key(device: node, node: node) }
            return .key(device: device, node: node)
        }
    }

    package func remove(_ input: Input) {
        all.removeAll { $0 === input }
        changed()
    }

    /// Adds an observer, which is called after those before it.
    package func observe(_ observer: @escaping (Change) -> Void) -> Observation { observers.observe(observer) }

    /// Adds an observer of each press, which is called after those before it.
    package func observePresses(_ observer: @escaping (Press) -> Void) -> Observation {
        pressObservers.observe(observer)
    }

    func pressed(_ command: RemoteControlSubtype, _ input: Input) { pressObservers.tell((command, input)) }

    package func changed() { observers.tell(.inputs) }

    /// Whether the press is new: no other input has delivered it within 80 ms (rule B8).
    package func accepts(_ command: RemoteControlSubtype, at instant: Duration, from input: Input) -> Bool {
        pressed(command, input)
        let isNew = merger.accepts(command, from: input.identity, pressedAt: instant)
        if !isNew { observers.tell(.duplicate(command, input)) }
        return isNew
    }

    package func send(
        _ command: RemoteControlSubtype, at instant: Duration, from input: Input,
        _ completion: @escaping (Outcome) -> Void
    ) {
        intake.submit(command, at: instant, from: input, completion: completion)
    }
}
