// SPDX-License-Identifier: Apache-2.0

internal import BatonEvents

/// All places that presses come from, for the chain, for `batonctl inputs` and for `doctor`.
@MainActor
final class InputRegistry {
    /// Called after a source came, went or changed its state.
    var onChange: (() -> Void)?
    /// A press that another path had brought already.
    var onDuplicate: ((RemoteControlSubtype, InputSource) -> Void)?

    /// In the order they came.
    private(set) var sources: [InputSource] = []

    private let intake: CommandIntake
    private var filter = DuplicateFilter()
    /// The first ones are the faces' and the control object's.
    private var nextNumber = 2

    init(intake: CommandIntake) {
        self.intake = intake
    }

    /// Adds a source.
    ///
    /// - Parameters:
    ///   - name: what people call it.
    ///   - device: the same for all nodes of one device; empty otherwise.
    func add(_ kind: InputKind, name: String, device: String = "") -> InputSource {
        let source = InputSource(kind, name: name, device: device, number: nextNumber, registry: self)
        nextNumber += 1
        sources.append(source)
        changed()
        return source
    }

    func remove(_ source: InputSource) {
        sources.removeAll { $0 === source }
        changed()
    }

    func changed() { onChange?() }

    func send(
        _ command: RemoteControlSubtype, at instant: Duration, from source: InputSource,
        _ completion: @escaping (Outcome) -> Void
    ) {
        if filter.isDuplicate(
            command, kind: source.kind, device: source.device, path: source.number, at: instant)
        {
            onDuplicate?(command, source)
            return completion(.unhandled(.declined))
        }
        intake.submit(command, at: instant, source: source, completion: completion)
    }
}
