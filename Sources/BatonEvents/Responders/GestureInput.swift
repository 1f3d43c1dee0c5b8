// SPDX-License-Identifier: Apache-2.0

/// One input of a gesture, from down to up: so far, a press of a key.
///
/// One object stands for it in all events (rule T2). Recognizers that share an input exclude each other (rule G28).
///
/// For example:
/// ```swift
/// let isStillDown = !input.phase.isOver
/// let watchers = input.gestureRecognizers.compactMap(\.name)
/// ```
@MainActor
public class GestureInput {
    /// The phase in the latest event.
    public internal(set) var phase: InputPhase
    /// The time of the last change, since boot on the monotonic clock. A stationary input keeps its old time (rule T7).
    public internal(set) var timestamp: Duration
    /// When the input began.
    public let beganAt: Duration

    weak var environment: GestureEnvironment?

    init(beganAt timestamp: Duration) {
        phase = .began
        self.timestamp = timestamp
        beganAt = timestamp
    }

    /// The recognizers that receive the input now (rule G24).
    public var gestureRecognizers: [GestureRecognizer] {
        environment?.active.filter { $0.receives(self) } ?? []
    }
}

extension GestureInput: Hashable {
    /// Whether both are the same object.
    public nonisolated static func == (left: GestureInput, right: GestureInput) -> Bool { left === right }

    /// Hashes the identity.
    public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
