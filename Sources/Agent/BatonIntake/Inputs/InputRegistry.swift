// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonEvents
package import BatonRouting
package import BatonValues

/// All sources of presses, for the chain, `batonctl inputs` and the doctor.
@MainActor
package final class InputRegistry {
    /// What happens to the sources.
    package enum Change {
        /// A source was added or removed, or has changed its state.
        case sources
        /// A press came that another source has delivered already (rule B8).
        case duplicate(RemoteControlSubtype, InputSource)
    }

    /// Called for each press, before it is known whether it is a duplicate. No ``Change``: those that look at the sources would be
    /// called on the path of each command.
    package var onPress: ((RemoteControlSubtype, InputSource) -> Void)?

    /// In the order in which they were added.
    package private(set) var sources: [InputSource] = []

    private let intake: CommandIntake
    private let observers = Observers<Change>()
    private var merger = RemoteControlMerger()
    private var nextNumber = 0

    package init(intake: CommandIntake) {
        self.intake = intake
    }

    /// Adds a source.
    ///
    /// - Parameters:
    ///   - name: the name shown to the user.
    ///   - device: the same text for all nodes of one device; empty otherwise.
    package func add(_ kind: InputKind, name: String, device: String = "") -> InputSource {
        let source = InputSource(
            kind, name: name, device: device, number: nextNumber, input: input(kind, device), registry: self)
        nextNumber += 1
        sources.append(source)
        changed()
        return source
    }

    /// The identity by which presses of different sources are compared (rule B8).
    private func input(_ kind: InputKind, _ device: String) -> RemoteControlInput {
        switch kind {
        case .mpris, .control: return .caller
        case .bluetooth: return .bluetooth
        case .mediaKeys: return .settingsDaemon
        case .kde: return .kde
        case .portal: return .portal
        case .evdev:
            let sibling = device.isEmpty ? nil : sources.first { $0.kind == .evdev && $0.device == device }
            let node = UInt64(nextNumber)
            guard case .key(let device, _) = sibling?.input else { return .key(device: node, node: node) }
            return .key(device: device, node: node)
        }
    }

    package func remove(_ source: InputSource) {
        sources.removeAll { $0 === source }
        changed()
    }

    /// Adds an observer, which is called after those before it.
    package func observe(_ observer: @escaping (Change) -> Void) -> Observation { observers.observe(observer) }

    package func changed() { observers.tell(.sources) }

    /// Whether the press is new: no other source has delivered it within 80 ms (rule B8).
    package func accepts(_ command: RemoteControlSubtype, at instant: Duration, from source: InputSource) -> Bool {
        onPress?(command, source)
        let isNew = merger.accepts(command, from: source.input, pressedAt: instant)
        if !isNew { observers.tell(.duplicate(command, source)) }
        return isNew
    }

    package func send(
        _ command: RemoteControlSubtype, at instant: Duration, from source: InputSource,
        _ completion: @escaping (Outcome) -> Void
    ) {
        intake.submit(command, at: instant, source: source, completion: completion)
    }
}
